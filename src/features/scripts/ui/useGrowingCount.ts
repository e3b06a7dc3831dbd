import { startTransition, useEffect, useState } from 'react';

const STEP = 50;

/** Returns how many of the rows of a long table to render: more with each step, so that no step makes the page wait. */
export function useGrowingCount(total: number): number {
  const [count, setCount] = useState(STEP);
  const isComplete = count >= total;
  useEffect(() => {
    if (isComplete) return;
    const timer = setInterval(() => startTransition(() => setCount((before) => before + STEP)));
    return () => clearInterval(timer);
  }, [isComplete]);
  return Math.min(count, total);
}
