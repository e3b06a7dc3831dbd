import type { Api } from '../../../../platform/http/contract.ts';
import { ChevronDown, ChevronUp } from '../../../../ui/icons.tsx';
import { can } from '../../../accounts/permissions.ts';
import { useUser } from '../../../accounts/ui/session.ts';
import type { RecordPager } from '../../admin-list/ui/record-pager.ts';
import { formatNumber } from '../../../../platform/text/numbers.ts';
import './location-record.css';

/** The actions of the team on a whole location. */
export type RecordAction = 'contact' | 'owner' | 'ask' | 'move back' | 'unpublish' | 'delete' | 'publish';

/** The buttons of the actions that the user may use. */
export function RecordActions(props: {
  api: Api;
  id: string;
  isAwaitingApproval: boolean;
  /** Whether there is an owner who can be asked for something. */
  canAsk: boolean;
  isBusy: boolean;
  onAction: (action: RecordAction) => void;
}) {
  const { api, id, isAwaitingApproval, canAsk, isBusy, onAction } = props;
  const user = useUser(api);
  const button = (action: RecordAction, label: string, kind = '') => (
    <button
      type="button"
      className={`button button--compact ${kind}`}
      aria-disabled={isBusy}
      onClick={() => !isBusy && onAction(action)}
    >
      {label}
    </button>
  );
  return (
    <>
      <a className="button button--compact button--quiet" href={`${getRecordPath(id)}/preview`}>
        Preview
      </a>
      <a className="button button--compact button--quiet" href={`${getRecordPath(id)}/history`}>
        History
      </a>
      {button('contact', 'View contact', 'button--quiet')}
      {can(user, 'location.change-owner') && button('owner', 'Change ownership')}
      {canAsk && button('ask', 'Ask for more')}
      {isAwaitingApproval && (
        <a className="button button--compact" href={`/admin/review/${id}`}>
          Review
        </a>
      )}
      {isAwaitingApproval && button('move back', 'Move back to in progress')}
      {button('unpublish', 'Take offline')}
      {can(user, 'location.delete') && button('delete', 'Delete', 'button--danger')}
      {button('publish', 'Publish')}
    </>
  );
}

/** Links to the previous and the next location of the list that the location was opened from. */
export function RecordPagerLinks({ pager }: { pager: RecordPager }) {
  const { position, total, previous, next } = pager;
  return (
    <nav aria-label="Locations of the list" className="record-steps">
      <Step to={previous} label="Previous location" icon={<ChevronUp />} />
      <Step to={next} label="Next location" icon={<ChevronDown />} />
      <span className="muted num">{`${formatNumber(position)} of ${formatNumber(total)}`}</span>
    </nav>
  );
}

function Step({ to, label, icon }: { to: string | undefined; label: string; icon: React.ReactNode }) {
  // Without a target the link is disabled instead of hidden, so that the other one does not move.
  return (
    <a
      className="icon-button"
      role={to === undefined ? 'link' : undefined}
      aria-disabled={to === undefined || undefined}
      href={to === undefined ? undefined : getRecordPath(to)}
      aria-label={label}
    >
      {icon}
    </a>
  );
}

/** Returns the path of a location's page in the back office. */
export function getRecordPath(id: string): string {
  return `/admin/locations/${id}`;
}
