import { useEffect, useRef, useState } from 'react';

/** State that is reset when the value changes. */
export function useSyncedState(value: string): [string, (value: string) => void] {
  const [previous, setPrevious] = useState(value);
  const [own, setOwn] = useState(value);
  if (previous !== value) {
    setPrevious(value);
    setOwn(value);
  }
  return [own, setOwn];
}

/** A text that is set at once, or only when no other follows within the delay. */
export function useDebounced(delay: number): [string, (text: string, when?: 'later') => void] {
  const [settled, setSettled] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const set = (text: string, when?: 'later') => {
    clearTimeout(timer.current);
    if (when === 'later') timer.current = setTimeout(() => setSettled(text), delay);
    else setSettled(text);
  };
  return [settled, set];
}
