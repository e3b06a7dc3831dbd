import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import './map.css';

/** Milliseconds after which what is in view is loaded even though the page is busy. */
const PATIENCE = 2_000;

/**
 * The place of a map: sea until it has been in view and the page had a moment to spare. The children may be lazy.
 * @param props.className gives it its size
 */
export function InView({ className, children }: { className: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    let cancel = () => {};
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      cancel = whenIdle(() => setWanted(true));
    });
    observer.observe(place.current!);
    return () => {
      observer.disconnect();
      cancel();
    };
  }, []);
  return (
    <div ref={place} className={`map ${className}`}>
      {wanted && <Suspense>{children}</Suspense>}
    </div>
  );
}

/** Safari knows no idle callbacks. */
function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(callback, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback, { timeout: PATIENCE });
  return () => cancelIdleCallback(handle);
}
