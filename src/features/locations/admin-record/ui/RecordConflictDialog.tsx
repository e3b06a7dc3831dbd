import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import type { usePublishing } from './usePublishing.tsx';
import { NOTHING_PUBLISHED } from '../../../../platform/text/common-messages.ts';

const StaleDataDialog = lazyDialog(() => import('../../../../ui/StaleDataDialog.tsx'));

const WORDS = {
  publish: { confirmLabel: 'Publish', error: NOTHING_PUBLISHED },
  delete: { confirmLabel: 'Delete location', error: 'The location has not been deleted.', isDestructive: true },
};

/** Shows what somebody else has changed of a location that is about to be published or deleted. */
export function RecordConflictDialog({ publishing }: { publishing: ReturnType<typeof usePublishing> }) {
  const { conflict } = publishing;
  return (
    <LazyMount isWanted={conflict !== undefined}>
      <StaleDataDialog
        {...WORDS[conflict?.action ?? 'publish']}
        changes={conflict?.changes ?? []}
        open={conflict !== undefined}
        onClose={publishing.clearConflict}
        onConfirm={publishing.ignoreConflict}
      />
    </LazyMount>
  );
}
