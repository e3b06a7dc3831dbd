import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { whenLoadedAndIdle } from './idle.ts';
import './map.css';

/** The box of a map. Mounts its children, which may be lazy, when it is in view and the page is loaded and idle. */
export function InView({ className, children }: { className: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    let cancel = () => {};
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      cancel = whenLoadedAndIdle(() => setWanted(true));
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
