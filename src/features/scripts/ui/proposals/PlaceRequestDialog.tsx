import type { ReactNode } from 'react';
import { Dialog } from '../../../../ui/Dialog.tsx';

/** A request to the Locations Team for a place that the catalogue does not have. @param props.children the form, with a text that can be changed */
export function PlaceRequestDialog(props: { name: string; open: boolean; onClose: () => void; children: ReactNode }) {
  const { name, open, onClose, children } = props;
  return (
    <Dialog open={open} onClose={onClose} title={`Ask for ${name}`}>
      <div className="dialog__body">
        <p className="muted small">
          The Locations Team looks for places that are not in the catalogue. Only what you send here reaches us: change
          it as you like.
        </p>
        {children}
      </div>
    </Dialog>
  );
}
