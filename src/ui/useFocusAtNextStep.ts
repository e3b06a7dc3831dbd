import { useEffect, useRef } from 'react';

/** Focuses the content of a page when a step begins, if the step before had the focus in a button or a dialog that is gone. */
export function useFocusAtNextStep(step: string): void {
  const former = useRef(step);
  useEffect(() => {
    if (former.current !== step && document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true });
    former.current = step;
  }, [step]);
}
