import { type ComponentType, type ReactNode, Suspense, lazy, useState } from 'react';
import { OFFLINE_AT_LOAD } from '../platform/messages.ts';
import { ErrorDialog } from './ErrorDialog.tsx';

/** For what is loaded only once it is wanted. It then stays, so that a dialog can close and give the focus back. */
export function LazyMount({ isWanted, children }: { isWanted: boolean; children: ReactNode }) {
  const [hasMounted, setHasMounted] = useState(isWanted);
  if (isWanted && !hasMounted) setHasMounted(true);
  return hasMounted && <Suspense fallback={null}>{children}</Suspense>;
}

interface Opened {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** A dialog to be loaded lazily. Where that fails an alert opens in its place, and the page stays with all that was typed. */
export function lazyDialog<Props extends Opened>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() => load().catch((): { default: ComponentType<Props> } => ({ default: NotLoaded })));
}

function NotLoaded({ open, onClose }: Opened) {
  return (
    <ErrorDialog open={open} onClose={onClose}>
      {OFFLINE_AT_LOAD}
    </ErrorDialog>
  );
}
