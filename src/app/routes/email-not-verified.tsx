import { useMutation } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { resendVerification } from '../../features/accounts/contract.ts';
import { ROLES } from '../../features/accounts/permissions.ts';
import { useEndSession, useUser } from '../../features/accounts/ui/session.ts';
import { getErrorMessage } from '../../platform/http/contract.ts';
import { SuccessPanel, ErrorAlert, SuccessAlert } from '../../ui/FormMessages.tsx';
import { AccountPage } from '../components/AccountPage.tsx';
import { accountPageHead, loadAccountPage } from '../loaders/account-page-loader.ts';

const PAGE_NAME = 'email-not-verified';

export const Route = createFileRoute('/email-not-verified')({
  loader: ({ context }) => loadAccountPage(context, PAGE_NAME),
  head: ({ match: { context } }) => accountPageHead(context, PAGE_NAME),
  component: EmailNotVerified,
});

function EmailNotVerified() {
  const { api } = Route.useRouteContext();
  const user = useUser(api);
  const logOut = useEndSession(api);
  const resend = useMutation({ mutationFn: async () => await api(resendVerification, {}) });
  if (user?.verified) {
    return (
      <AccountPage name={PAGE_NAME} hasText={false}>
        <SuccessPanel title="Your email address is verified">
          <p>There is nothing more to do here.</p>
          <a className="button button--primary button--big form__submit" href={ROLES[user.role].home}>
            Continue
          </a>
        </SuccessPanel>
      </AccountPage>
    );
  }
  return (
    <AccountPage name={PAGE_NAME}>
      <div className="form">
        {user && (
          <dl className="facts facts--one">
            <div>
              <dt>We sent the email to</dt>
              <dd>{user.email}</dd>
            </div>
          </dl>
        )}
        {resend.isError && <ErrorAlert message={getErrorMessage(resend.error)} />}
        {resend.isSuccess && <SuccessAlert message={resend.data.message} />}
        <div className="form__actions">
          <button
            type="button"
            className="button button--primary button--big"
            disabled={resend.isPending}
            onClick={() => resend.mutate()}
          >
            {resend.isPending ? 'Sending…' : 'Send the email again'}
          </button>
          <a className="button button--big" href="/edit-profile">
            Change the email address
          </a>
          <button type="button" className="button button--quiet button--big" onClick={logOut}>
            Logout
          </button>
        </div>
      </div>
    </AccountPage>
  );
}
