import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import type { LocationRecord } from '../../record/schema.ts';
import { getShownTitle } from '../../policy.ts';

/** Asks whether to take a location offline, and says what that does. */
export function UnpublishDialog(props: {
  record: LocationRecord;
  open: boolean;
  onClose: () => void;
  onConfirm: () => Promise<unknown>;
}) {
  const { record, ...dialog } = props;
  return (
    <ConfirmDialog {...dialog} title="Take offline" confirmLabel="Take offline">
      <p>{`The public page of ‘${getShownTitle(record.title)}’ goes, and nobody finds the location any more. On boards it stays as ‘No longer available’, without its details.`}</p>
      <p className="muted small">
        {`All its fields, images, contacts and documents stay here${record.owner ? ', and its account holder is told' : ''}.`}
      </p>
    </ConfirmDialog>
  );
}
