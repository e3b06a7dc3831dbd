import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { profileQuery, sessionQuery } from '../../features/accounts/client.ts';
import { changeProfile } from '../../features/accounts/contract.ts';
import { can } from '../../features/accounts/permissions.ts';
import { DeleteAccount } from '../../features/accounts/ui/DeleteAccount.tsx';
import { ProfileFacts } from '../../features/accounts/ui/ProfileHeader.tsx';
import type { Session } from '../../features/accounts/schema.ts';
import { ProfileForm } from '../../features/accounts/ui/ProfileForm.tsx';
import { useRefreshSession, useUser } from '../../features/accounts/ui/session.ts';
import { ownMailsQuery } from '../../features/call-outs/own-mails/client.ts';
import { MailChoice } from '../../features/call-outs/ui/MailChoice.tsx';
import { DataExport } from '../../features/personal-data-export/ui/DataExport.tsx';
import { featuredQuery } from '../../features/search/client.ts';
import { FeaturedPage } from '../components/AccountPage.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { createPrivateHead } from '../seo.ts';
import './edit-profile.css';

export const Route = createFileRoute('/edit-profile/')({
  loader: async ({ context: { api, queryClient } }) => {
    const { session } = await queryClient.ensureQueryData(sessionQuery(api));
    await Promise.all([
      canChooseMails(session?.user) && loadRequired(queryClient.ensureQueryData(ownMailsQuery(api))),
      loadRequired(queryClient.ensureQueryData(profileQuery(api))),
      queryClient.ensureQueryData(featuredQuery(api, 1)),
    ]);
  },
  head: createPrivateHead('Edit profile'),
  component: EditProfile,
});

/** Permissions do not apply before the email address is verified. */
const canChooseMails = (user: Session['user'] | null | undefined) =>
  user?.verified === true && can(user, 'location.own');

function EditProfile() {
  const { api } = Route.useRouteContext();
  const queryClient = useQueryClient();
  const { data: profile } = useSuspenseQuery(profileQuery(api));
  const user = useUser(api);
  const refreshSession = useRefreshSession(api);
  return (
    <FeaturedPage
      title="Edit profile"
      aside={
        <>
          <h2 className="display display--1">Your account</h2>
          <ProfileFacts user={profile} />
          <p className="muted small">
            Change your password, set up a second factor, see where you are logged in, and end other sessions.
          </p>
          <a className="link" href="/edit-profile/security">
            Security
          </a>
          <p className="muted small">Read our answers to your enquiries, and reply.</p>
          <a className="link" href="/edit-profile/enquiries">
            My enquiries
          </a>
        </>
      }
    >
      <ProfileForm
        key={profile.id}
        profile={profile}
        save={async (change) => {
          const { message } = await api(changeProfile, change);
          await Promise.all([
            queryClient.invalidateQueries({ queryKey: profileQuery(api).queryKey }),
            refreshSession(),
          ]);
          return message;
        }}
      />
      {canChooseMails(user) && <MailChoice api={api} />}
      {profile.email_verified_at !== null && <DataExport api={api} />}
      <DeleteAccount api={api} email={profile.email} />
    </FeaturedPage>
  );
}
