import { formatRecentMoment } from '../../../../ui/dates.ts';
import { formatPublishingState } from '../../editing/schema.ts';
import '../../../locations/ui/status.css';

/** Whether content is published and whether it has a draft, as an icon and a text. */
export function PublishingState(props: { published: boolean; draftAt: string | null }) {
  const { published, draftAt } = props;
  if (draftAt === null) {
    return (
      <span className="status status--live">
        <svg viewBox="0 0 12 12" aria-hidden>
          <circle cx="6" cy="6" r="5" fill="currentColor" />
        </svg>
        {formatPublishingState(published, draftAt)}
      </span>
    );
  }
  return (
    <span className={published ? 'status status--changed' : 'status status--new'}>
      <svg viewBox="0 0 12 12" aria-hidden>
        <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
        {published && <path d="M6 1.25a4.75 4.75 0 0 0 0 9.5z" fill="currentColor" />}
      </svg>
      {formatPublishingState(published, draftAt)}
    </span>
  );
}

/** Shows who saved the draft and when. */
export function SavedBy({ savedAt, savedBy }: { savedAt: string | null; savedBy: string | null }) {
  if (savedAt === null) return null;
  return (
    <span>
      Saved {formatRecentMoment(savedAt)}
      {savedBy && ` by ${savedBy}`}
    </span>
  );
}
