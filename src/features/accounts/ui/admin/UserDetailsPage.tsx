import type { ReactNode } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatDate } from '../../../../platform/text/dates.ts';
import { RecordBar, RecordNotice, RecordTitle } from '../../../../ui/record/RecordHeader.tsx';
import { userQuery } from '../../administration/client.ts';
import type { UserDetails } from '../../administration/schema.ts';
import { ROLES } from '../../permissions.ts';
import { useUser } from '../session.ts';
import { DeleteUser } from './DeleteUser.tsx';
import { UserSecurity } from './UserSecurity.tsx';
import { VerifiedMark } from './VerifiedMark.tsx';
import { UserForm } from './UserForm.tsx';
import { USERS_LIST } from './users-list.tsx';
import './user.css';

/**
 * Page of a user in the back office.
 * @param props.aside shown beside the profile: boards or locations, depending on the role
 */
export function UserDetailsPage(props: { api: Api; id: string; aside: (user: UserDetails) => ReactNode }) {
  const { api, id } = props;
  const { data: user } = useSuspenseQuery(userQuery(api, id));
  const isSelf = useUser(api)?.id === id;
  return (
    <main id="content" tabIndex={-1} className="record-page">
      <RecordBar back={{ href: USERS_LIST.path }}>
        {!isSelf && <UserSecurity api={api} user={user} />}
        {!isSelf && <DeleteUser api={api} user={user} />}
      </RecordBar>
      <RecordTitle title={`${user.first_name} ${user.last_name}`}>
        <span className="user-role">{ROLES[user.role].label}</span>
        {user.office && <span>{user.office.name}</span>}
        <VerifiedMark at={user.email_verified_at} />
        {user.has_second_factor && <span>Second factor set up</span>}
        {user.single_sign_on && (
          <span>
            Single sign-on since {formatDate(user.single_sign_on.linked_at)}, last used{' '}
            {formatDate(user.single_sign_on.last_used_at)}
          </span>
        )}
        <span>Joined {formatDate(user.created_at)}</span>
        {user.enabled_at !== user.created_at && <span>Enabled {formatDate(user.enabled_at)}</span>}
        <span className="user-id">{user.id}</span>
      </RecordTitle>
      {user.new_email !== null && (
        <RecordNotice>
          The email address will change to <strong>{user.new_email}</strong> when the link that we have sent there is
          followed.
        </RecordNotice>
      )}
      <UserForm key={id} api={api} user={user} heading={ROLES[user.role].heading} aside={props.aside(user)} />
    </main>
  );
}
