import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { Plus } from '../../../../ui/icons.tsx';
import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import { ExportButton } from '../../../../ui/table/ExportButton.tsx';
import { usersQuery } from '../../administration/client.ts';
import { exportUsers } from '../../administration/contract.ts';
import { INVITED_ROLES, ROLES } from '../../permissions.ts';
import { VerifiedMark } from './VerifiedMark.tsx';
import { getUserPath } from './users-list.tsx';
import '../../../../ui/table/table.css';
import './user.css';
import { formatCount } from '../../../../platform/text/numbers.ts';

const InviteDialog = lazyDialog(() => import('./InviteDialog.tsx'));

const TEAM = { role: [...INVITED_ROLES] };
const TEAM_PATH = `/admin/users?${INVITED_ROLES.map((role) => `role=${role}`).join('&')}`;

/** The first page of team members, by name. */
export const teamQuery = (api: Api) => usersQuery(api, TEAM);

/** The users with a role that people are invited to, with a button to invite a colleague. */
export function TeamMembers({ api }: { api: Api }) {
  const { data, error } = useQuery(teamQuery(api));
  const [isInviting, setIsInviting] = useState(false);
  const more = data ? data.total - data.data.length : 0;
  return (
    <section aria-labelledby="team">
      <div className="team__header">
        <h2 id="team">Team members</h2>
        <button type="button" className="button button--compact" onClick={() => setIsInviting(true)}>
          <Plus small /> Invite a colleague
        </button>
        <ExportButton what="team" fetchFile={() => api(exportUsers, TEAM)} />
      </div>
      {error && <ErrorAlert message={getErrorMessage(error)} />}
      <ul className="team" aria-busy={!data && !error}>
        {data?.data.map((user) => (
          <li key={user.id}>
            <a className="link" href={getUserPath(user)}>
              {user.first_name} {user.last_name}
            </a>
            <span className="team__email">{user.email}</span>
            {INVITED_ROLES.length > 1 && <span>{user.office ?? ROLES[user.role].label}</span>}
            <VerifiedMark at={user.email_verified_at} unverifiedLabel="Invited" />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p>
          <a className="link" href={TEAM_PATH}>
            {formatCount(more, 'more colleague')}
          </a>
        </p>
      )}
      <LazyMount isWanted={isInviting}>
        <InviteDialog api={api} open={isInviting} onClose={() => setIsInviting(false)} />
      </LazyMount>
    </section>
  );
}
