import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { whenLoadedAndIdle } from '../../../ui/idle.ts';
import './map.css';

/**
 * Renders its children, which may be lazy, once it has been in view, the page has loaded and the browser is idle. Until then it has the
 * colour of the sea.
 * @param props.className sets the size
 */
export function InView({ className, children }: { className: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    let cancel = () => {};
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      cancel = whenLoadedAndIdle(() => setIsWanted(true));
    });
    observer.observe(place.current!);
    return () => {
      observer.disconnect();
      cancel();
    };
  }, []);
  return (
    <div ref={place} className={`map ${className}`}>
      {isWanted && <Suspense>{children}</Suspense>}
    </div>
  );
}
