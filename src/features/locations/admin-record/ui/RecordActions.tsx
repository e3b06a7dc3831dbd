import type { Api } from '../../../../platform/http/contract.ts';
import { can } from '../../../accounts/permissions.ts';
import { useUser } from '../../../accounts/ui/session.ts';

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

/** Returns the path of a location's page in the back office. */
export function getRecordPath(id: string): string {
  return `/admin/locations/${id}`;
}
