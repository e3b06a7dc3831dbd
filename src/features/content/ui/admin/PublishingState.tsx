import { formatRelativeDateTime } from '../../../../platform/text/dates.ts';
import { ContentStatus } from '../../../locations/working-copy/ui/StatusLabel.tsx';
import { formatPublishingState } from '../../editing/schema.ts';

/** Whether content is published and whether it has a draft, as a symbol and a label. */
export function PublishingState({ published, draftAt }: { published: boolean; draftAt: string | null }) {
  const status = draftAt === null ? 'LIVE' : published ? 'CHANGED' : 'NEW';
  return <ContentStatus status={status} label={formatPublishingState(published, draftAt)} />;
}

/** Shows who saved the draft and when. */
export function SavedBy({ savedAt, savedBy }: { savedAt: string | null; savedBy: string | null }) {
  if (savedAt === null) return null;
  return (
    <span>
      Saved {formatRelativeDateTime(savedAt)}
      {savedBy && ` by ${savedBy}`}
    </span>
  );
}
