import { formatDate } from '../../../platform/text/dates.ts';
import { ROLES, type Role } from '../permissions.ts';
import './profile-header.css';

/**
 * Header of the user's own page.
 * @param props.isBelowBanner whether a banner above shows the name
 */
export function ProfileHeader(props: {
  user: { first_name: string; last_name: string; role: Role; created_at: string };
  isBelowBanner?: boolean;
}) {
  const { user, isBelowBanner = false } = props;
  return (
    <section
      className={isBelowBanner ? 'profile profile--below-banner' : 'profile'}
      aria-labelledby={isBelowBanner ? undefined : 'profile-name'}
      aria-label={isBelowBanner ? 'Your profile' : undefined}
    >
      <div>
        {!isBelowBanner && (
          <h1 className="display display--4" id="profile-name">
            {user.first_name} {user.last_name}
          </h1>
        )}
        <div className="profile__facts">
          <ProfileFacts user={user} />
        </div>
      </div>
      <div className="profile__links">
        <a className="button" href="/edit-profile/enquiries">
          My enquiries
        </a>
        <a className="button button--given" href="/edit-profile">
          EDIT PROFILE
        </a>
      </div>
    </section>
  );
}

/** Role and date of joining. */
export function ProfileFacts({ user }: { user: { role: Role; created_at: string } }) {
  return (
    <dl className="facts">
      <div>
        <dt>Role</dt>
        <dd>{ROLES[user.role].label}</dd>
      </div>
      <div>
        <dt>Joined since</dt>
        <dd>{formatDate(user.created_at)}</dd>
      </div>
    </dl>
  );
}
