import { type ReactNode, createContext, use, useEffect, useEffectEvent, useState } from 'react';
import { UnsavedChangesDialog } from './UnsavedChangesDialog.tsx';

type Check = () => boolean;

const Checks = createContext<Set<Check> | null>(null);

/** A page with several forms: asks once before it is left, if any of them has unsaved changes. */
export function UnsavedForms({ children }: { children: ReactNode }) {
  const [checks] = useState(() => new Set<Check>());
  return (
    <Checks value={checks}>
      {children}
      <UnsavedChangesDialog unsaved={() => [...checks].some((isUnsaved) => isUnsaved())} />
    </Checks>
  );
}

/** Tells the surrounding {@link UnsavedForms} whether a form has unsaved changes. */
export function useUnsavedForm(isUnsaved: boolean): void {
  const checks = use(Checks);
  const getLatest = useEffectEvent(() => isUnsaved);
  useEffect(() => {
    const check = () => getLatest();
    checks?.add(check);
    return () => void checks?.delete(check);
  }, [checks]);
}
