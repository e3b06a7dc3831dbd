import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import type { LocationRecord } from '../schema.ts';
import { getDisplayTitle } from '../../catalogue/display-title.ts';
import { TAKES_A_WHILE } from '../../messages.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';

/** Asks for confirmation of a deletion, and lists what is deleted with the location. */
export function DeleteDialog(props: {
  record: LocationRecord;
  open: boolean;
  onClose: () => void;
  onConfirm: () => Promise<void>;
}) {
  const { record, open, onClose, onConfirm } = props;
  const { title, images, contacts, documents, publishedurl, owner } = record;
  const parts = [
    formatOwned(images, 'image'),
    formatOwned(contacts, 'contact'),
    formatOwned(documents, 'document'),
    'its entries on all boards',
    publishedurl !== null && 'its public page',
  ].filter((part) => part !== false);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Delete location"
      confirmLabel="Delete location"
      onConfirm={onConfirm}
    >
      <p>{`‘${getDisplayTitle(title)}’ will be deleted for ever, with ${parts.slice(0, -1).join(', ')}${parts.length > 1 ? ' and ' : ''}${parts.at(-1)}.`}</p>
      {owner && (
        <p>{`${owner.first_name} ${owner.last_name} will no longer be able to open it. Its entries in the audit log will be kept.`}</p>
      )}
      <p className="muted small">{TAKES_A_WHILE}</p>
    </ConfirmDialog>
  );
}

function formatOwned(count: number, noun: string): string | false {
  return count > 0 && `its ${count === 1 ? noun : formatCount(count, noun)}`;
}
