import { useCallback, useEffect, useReducer, useRef } from 'react';

/**
 * Takes the focus to an element, by its id, once it is shown: to what has come by an act, or stands where something went.
 * Dialogs have given back the focus by then.
 */
export function useFocusById(): (id: string) => void {
  const target = useRef<string>(undefined);
  const [, render] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
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
