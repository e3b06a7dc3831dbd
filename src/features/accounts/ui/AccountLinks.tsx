import type { Api } from '../../../platform/http/contract.ts';
import { ROLES, can } from '../permissions.ts';
import { PROFILE_LINK_ID, useLogIn } from './LogIn.tsx';
import { useEndSession, useUser } from './session.ts';

/** Account links at the end of the top bar: log in, or back office, profile and log out. */
export function AccountLinks({ api, isAdminArea }: { api: Api; isAdminArea: boolean }) {
  const user = useUser(api);
  const logIn = useLogIn();
  const logOut = useEndSession(api);
  if (!user) {
    return (
      <button type="button" aria-haspopup="dialog" onClick={logIn}>
        Log In
      </button>
    );
  }
  return (
    <>
      {can(user, 'back-office.open') &&
        (isAdminArea ? (
          <a href="/">Locations Website</a>
        ) : (
          <a href={can(user, 'user.view') ? '/admin/users' : '/admin'}>Admin</a>
        ))}
      <a href={ROLES[user.role].profile} id={PROFILE_LINK_ID}>
        Profile
      </a>
      <button type="button" onClick={logOut}>
        Logout
      </button>
    </>
  );
}
