import { type ComponentType, type ReactNode, Suspense, lazy, useState } from 'react';
import { OFFLINE_AT_LOAD } from '../platform/text/common-messages.ts';
import { ErrorDialog } from './ErrorDialog.tsx';

/** Mounts its children when they are first wanted and keeps them mounted, so that a dialog can close and restore the focus. */
export function LazyMount({ isWanted, children }: { isWanted: boolean; children: ReactNode }) {
  const [hasMounted, setHasMounted] = useState(isWanted);
  if (isWanted && !hasMounted) setHasMounted(true);
  return hasMounted && <Suspense fallback={null}>{children}</Suspense>;
}

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * Returns a lazily loaded component. If loading fails, the page keeps its unsaved input.
 * @param Failed shown instead: a message, or {@link Nothing} if the page works without it
 */
export function lazyPart<Props>(load: Load<Props>, Failed: (props: Props) => ReactNode = LoadFailed) {
  return lazy(() => load().catch((): { default: ComponentType<Props> } => ({ default: Failed })));
}

export const Nothing = () => null;

function LoadFailed() {
  return (
    <p className="alert" role="alert">
      {OFFLINE_AT_LOAD}
    </p>
  );
}

/** Returns a lazily loaded dialog. If loading fails, an error dialog opens instead, and the page keeps its unsaved input. */
export function lazyDialog<Props extends DialogProps>(load: Load<Props>) {
  return lazyPart(load, LoadFailedDialog);
}

function LoadFailedDialog({ open, onClose }: DialogProps) {
  return (
    <ErrorDialog open={open} onClose={onClose}>
      {OFFLINE_AT_LOAD}
    </ErrorDialog>
  );
}
