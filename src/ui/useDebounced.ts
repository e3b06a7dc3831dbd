import { useEffect, useState } from 'react';

/** Milliseconds after the last keystroke. */
const DEBOUNCE_MS = 400;

/** Returns a value once it has not changed for a moment. */
export function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
