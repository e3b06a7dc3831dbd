import { ChevronDown, ChevronUp } from '../../../../ui/icons.tsx';
import type { RecordPager } from '../admin-list/record-pager.ts';

/** What the Locations Team can do with a location as a whole. */
export type RecordAction = 'contact' | 'owner' | 'move back' | 'unpublish' | 'delete' | 'publish';

/** The buttons for it. */
export function RecordActions(props: {
  id: string;
  isWaiting: boolean;
  isBusy: boolean;
  onAction: (act: RecordAction) => void;
}) {
  const { id, isWaiting, isBusy, onAction } = props;
  const button = (act: RecordAction, words: string, kind = '') => (
    <button
      type="button"
      className={`button button--compact ${kind}`}
      aria-disabled={isBusy}
      onClick={() => !isBusy && onAction(act)}
    >
      {words}
    </button>
  );
  return (
    <>
      <a className="button button--compact button--quiet" href={`${getRecordPath(id)}/preview`}>
        Preview
      </a>
      {button('contact', 'View contact', 'button--quiet')}
      {button('owner', 'Change ownership')}
      {isWaiting && button('move back', 'Move back to in progress')}
      {button('unpublish', 'Take offline')}
      {button('delete', 'Delete', 'button--danger')}
      {button('publish', 'Publish')}
    </>
  );
}

/** The ways to the locations before and after one in the list that it was opened from. */
export function RecordPagerLinks({ stepping }: { stepping: RecordPager }) {
  const { position, total, previous, next } = stepping;
  return (
    <nav aria-label="Locations of the list" className="record-steps">
      <Step to={previous} words="Previous location" icon={<ChevronUp />} />
      <Step to={next} words="Next location" icon={<ChevronDown />} />
      <span className="muted num">{`${position.toLocaleString('en-GB')} of ${total.toLocaleString('en-GB')}`}</span>
    </nav>
  );
}

function Step({ to, words, icon }: { to: string | undefined; words: string; icon: React.ReactNode }) {
  // Without a place to lead to it is a link that is turned off, so that the other one does not move.
  return (
    <a
      className="icon-button"
      role={to === undefined ? 'link' : undefined}
      aria-disabled={to === undefined || undefined}
      href={to === undefined ? undefined : getRecordPath(to)}
      aria-label={words}
    >
      {icon}
    </a>
  );
}

/** Where a location has its page in the back office. */
export function getRecordPath(id: string): string {
  return `/admin/locations/${id}`;
}
