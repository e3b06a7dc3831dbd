import { useCallback, useLayoutEffect, useReducer, useRef } from 'react';

/**
 * Returns a function that focuses an element by its id once it is rendered: an element that an action created, or the neighbour of one
 * that it removed. It runs after a closing dialog has restored the focus, and before the user can move the focus on, since it is a layout
 * effect as well.
 */
export function useFocusById(): (id: string) => void {
  const target = useRef<string>(undefined);
  const [, render] = useReducer((times: number) => times + 1, 0);
  useLayoutEffect(() => {
    const element = target.current === undefined ? null : document.getElementById(target.current);
    if (!element) return;
    target.current = undefined;
    element.focus();
  });
  return useCallback((id) => {
    target.current = id;
    render();
  }, []);
}
