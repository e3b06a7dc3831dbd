import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import type { usePublishing } from './usePublishing.tsx';
import { NOTHING_PUBLISHED } from '../../messages.ts';

const ChangesDialog = lazyDialog(() => import('../../../../ui/ChangesDialog.tsx'));

const WORDS = {
  publish: { confirmLabel: 'Publish', notDone: NOTHING_PUBLISHED },
  delete: { confirmLabel: 'Delete location', notDone: 'The location has not been deleted.', dangerous: true },
};

/** Shows what somebody else has changed of a location that is about to be published or deleted. */
export function RecordConflictDialog({ publishing }: { publishing: ReturnType<typeof usePublishing> }) {
  const { conflict } = publishing;
  return (
    <LazyMount isWanted={conflict !== undefined}>
      <ChangesDialog
        {...WORDS[conflict?.action ?? 'publish']}
        changes={conflict?.changes ?? []}
        open={conflict !== undefined}
        onClose={publishing.clearConflict}
        onConfirm={publishing.ignoreConflict}
      />
    </LazyMount>
  );
}
