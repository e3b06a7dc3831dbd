import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import type { usePublishing } from './usePublishing.tsx';
import { NOTHING_PUBLISHED } from '../../messages.ts';

const ChangesDialog = lazyDialog(() => import('../../../../ui/ChangesDialog.tsx'));

const WORDS = {
  publish: { confirmLabel: 'Publish', notDone: NOTHING_PUBLISHED },
  delete: { confirmLabel: 'Delete location', notDone: 'The location has not been deleted.', dangerous: true },
};

/** Shows what has changed of a location that was about to be published or deleted as it was. */
export function RecordConflictDialog({ decisions }: { decisions: ReturnType<typeof usePublishing> }) {
  const { unseen, look, goOn } = decisions;
  return (
    <LazyMount isWanted={unseen !== undefined}>
      <ChangesDialog
        {...WORDS[unseen?.act ?? 'publish']}
        changes={unseen?.changes ?? []}
        open={unseen !== undefined}
        onClose={look}
        onConfirm={goOn}
      />
    </LazyMount>
  );
}
