import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import type { LocationRecord } from '../schema.ts';
import { getDisplayTitle } from '../../catalogue/display-title.ts';

/** Asks for confirmation of taking a location offline, and describes the consequences. */
export function UnpublishDialog(props: {
  record: LocationRecord;
  open: boolean;
  onClose: () => void;
  onConfirm: () => Promise<unknown>;
}) {
  const { record, ...dialog } = props;
  return (
    <ConfirmDialog {...dialog} title="Take offline" confirmLabel="Take offline">
      <p>{`The public page of ‘${getDisplayTitle(record.title)}’ will be removed, and the location can no longer be found. On boards it will be shown as ‘No longer available’, without its details.`}</p>
      <p className="muted small">
        {`All its fields, images, contacts and documents will be kept here${record.owner ? ', and its account holder will be notified' : ''}.`}
      </p>
    </ConfirmDialog>
  );
}
