import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { profileQuery } from '../../features/accounts/client.ts';
import { changePassword } from '../../features/accounts/passwords/contract.ts';
import { secondFactorsQuery } from '../../features/accounts/second-factor/client.ts';
import { singleSignOnQuery } from '../../features/accounts/single-sign-on/client.ts';
import { ownSessionsQuery } from '../../features/accounts/sessions/client.ts';
import { ChangePasswordForm } from '../../features/accounts/ui/security/ChangePasswordForm.tsx';
import { SecondFactors } from '../../features/accounts/ui/security/SecondFactors.tsx';
import { SingleSignOn } from '../../features/accounts/ui/security/SingleSignOn.tsx';
import { SessionList } from '../../features/accounts/ui/security/SessionList.tsx';
import { useUser } from '../../features/accounts/ui/session.ts';
import { siteQuery } from '../../features/content/client.ts';
import { featuredQuery } from '../../features/search/client.ts';
import { FeaturedPage } from '../components/AccountPage.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/edit-profile/security')({
  loader: async ({ context: { api, queryClient } }) => {
    await Promise.all([
      loadRequired(queryClient.ensureQueryData(profileQuery(api))),
      // The list changes with every log-in elsewhere.
      loadRequired(queryClient.fetchQuery({ ...ownSessionsQuery(api), staleTime: 0 })),
      loadRequired(queryClient.ensureQueryData(secondFactorsQuery(api))),
      loadRequired(queryClient.ensureQueryData(singleSignOnQuery(api))),
      queryClient.ensureQueryData(featuredQuery(api, 1)),
    ]);
  },
  head: createPrivateHead('Security'),
  component: Security,
});

function Security() {
  const { api } = Route.useRouteContext();
  const queryClient = useQueryClient();
  const { data: profile } = useSuspenseQuery(profileQuery(api));
  const { data: site } = useSuspenseQuery(siteQuery(api));
  const user = useUser(api);
  const { data: own } = useSuspenseQuery(singleSignOnQuery(api));
  const { provider, has_password: hasPassword } = own;
  return (
    <FeaturedPage
      title="Security"
      aside={
        <>
          <h2 className="display display--1">Something you do not recognise?</h2>
          <p className="muted small">
            {hasPassword
              ? 'Change your password. That ends all other sessions, and we tell you by email. '
              : 'End all other sessions, and tell the people who look after your log-in. '}
            We also write to you when somebody logs in with your account in a browser that was not used for it before.
          </p>
          <p className="muted small">
            We show the name that each browser gives itself. We store only the beginning of its IP address, and only
            while the session lasts.
          </p>
          <a className="link" href="/edit-profile">
            Edit profile
          </a>
        </>
      }
    >
      {provider !== null && (
        <section className="security-section" aria-labelledby="single-sign-on">
          <h2 className="display display--2" id="single-sign-on">
            Single sign-on
          </h2>
          <SingleSignOn {...own} provider={provider} />
        </section>
      )}
      {hasPassword && (
        <section className="security-section" aria-labelledby="change-password">
          <h2 className="display display--2" id="change-password">
            Change your password
          </h2>
          <ChangePasswordForm
            context={{ email: profile.email, names: [profile.first_name, profile.last_name], siteName: site.name }}
            makesTokens={user?.permissions['api-token.manage'] !== undefined}
            save={async (input) => {
              const { message } = await api(changePassword, input);
              await queryClient.invalidateQueries({ queryKey: ownSessionsQuery(api).queryKey });
              return message;
            }}
          />
        </section>
      )}
      <section className="security-section" aria-labelledby="second-factor">
        <h2 className="display display--2" id="second-factor">
          Second factor
        </h2>
        <SecondFactors api={api} provider={own.linked_at === null ? null : provider} hasPassword={hasPassword} />
      </section>
      <section className="security-section" aria-labelledby="sessions">
        <h2 className="display display--2" id="sessions">
          Where you are logged in
        </h2>
        <SessionList api={api} />
      </section>
    </FeaturedPage>
  );
}
