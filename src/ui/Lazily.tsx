import { type ComponentType, type ReactNode, Suspense, lazy, useState } from 'react';
import { Dialog } from './Dialog.tsx';

/** For what is loaded only once it is wanted. It then stays, so that a dialog can close and give the focus back. */
export function Lazily({ wanted, children }: { wanted: boolean; children: ReactNode }) {
  const [was, setWas] = useState(wanted);
  if (wanted && !was) setWas(true);
  return was && <Suspense fallback={null}>{children}</Suspense>;
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
    <Dialog open={open} onClose={onClose} title="Error" urgent>
      <div className="dialog__body">
        <p>We could not reach the site. Check your connection, then load the page again.</p>
      </div>
      <div className="dialog__foot">
        <button type="button" className="button button--primary" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
