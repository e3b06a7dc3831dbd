import { type ReactNode, Suspense, useState } from 'react';

/** For what is loaded only once it is wanted. It then stays, so that a dialog can close and give the focus back. */
export function Lazily({ wanted, children }: { wanted: boolean; children: ReactNode }) {
  const [was, setWas] = useState(wanted);
  if (wanted && !was) setWas(true);
  return was && <Suspense fallback={null}>{children}</Suspense>;
}
