import { type RefObject, useCallback, useRef, useState } from 'react';

/**
 * The state of a drag: the value of the last render, a ref with the latest one, and a function that sets both. On releasing, the latest one
 * counts, since React renders a movement later than it happens.
 */
export function useDragState<T>(): readonly [
  shown: T | undefined,
  latest: RefObject<T | undefined>,
  set: (value: T | undefined) => void,
] {
  const [shown, setShown] = useState<T>();
  const latest = useRef<T>(undefined);
  const set = useCallback((value: T | undefined) => {
    latest.current = value;
    setShown(value);
  }, []);
  return [shown, latest, set];
}
