import { GO_TO_HOME_PAGE } from '../../platform/text/common-messages.ts';
import { useMutation } from '@tanstack/react-query';
import { Navigate, createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { verifyEmail } from '../../features/accounts/contract.ts';
import { ROLES } from '../../features/accounts/permissions.ts';
import { OWN_PAGE } from '../../features/accounts/page-access.ts';
import { useLogIn } from '../../features/accounts/ui/LogIn.tsx';
import { useRefreshSession, useUser } from '../../features/accounts/ui/session.ts';
import { getErrorMessage } from '../../platform/http/contract.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { NeedsScript, SubmitButton } from '../../ui/Field.tsx';
import { SuccessPanel } from '../../ui/FormMessages.tsx';
import { AccountPage } from '../components/AccountPage.tsx';
import { accountPageHead, loadAccountPage } from '../loaders/account-page-loader.ts';
import { isMailedLink, useLinkSecret, validateLinkSearch } from '../navigation/link-secret.ts';

const PAGE_NAME = 'verify-email';

export const Route = createFileRoute('/verify-email')({
  validateSearch: validateLinkSearch,
  beforeLoad: ({ search }) => {
    if (!isMailedLink(search)) throw redirect({ to: '/' });
  },
  loader: ({ context }) => loadAccountPage(context, PAGE_NAME),
  head: ({ match: { context } }) => accountPageHead(context, PAGE_NAME),
  component: VerifyEmail,
});

function VerifyEmail() {
  const token = useLinkSecret();
  return token === null ? <Navigate to="/" replace /> : <ConfirmAddress key={token} token={token} />;
}

/** @param props.token undefined until the page is hydrated */
function ConfirmAddress({ token }: { token: string | undefined }) {
  const { api } = Route.useRouteContext();
  const router = useRouter();
  const refreshSession = useRefreshSession(api);
  const verification = useMutation({
    mutationFn: async (secret: string) => await api(verifyEmail, { token: secret }),
    onSuccess: refreshSession,
  });
  const goHome = () => void router.navigate({ to: '/', replace: true });
  return (
    <AccountPage name={PAGE_NAME} hasText={!verification.isSuccess}>
      {verification.isSuccess ? (
        <Verified message={verification.data.message} />
      ) : (
        // A button, because email scanners open links, and some run their scripts.
        <form
          className="form"
          method="post"
          onSubmit={(event) => {
            event.preventDefault();
            if (token !== undefined && !verification.isPending) verification.mutate(token);
          }}
        >
          <NeedsScript />
          <SubmitButton isSubmitting={verification.isPending}>Confirm email address</SubmitButton>
        </form>
      )}
      <Dialog open={verification.isError} onClose={goHome} title="Error" isAlert>
        <div className="dialog__body">
          <p>{verification.isError && getErrorMessage(verification.error)}</p>
          <p>If your email address is not confirmed yet, log in to get a new link.</p>
        </div>
        <div className="dialog__foot">
          <button type="button" className="button button--primary" onClick={goHome}>
            {GO_TO_HOME_PAGE}
          </button>
        </div>
      </Dialog>
    </AccountPage>
  );
}

function Verified({ message }: { message: string }) {
  const { api } = Route.useRouteContext();
  const user = useUser(api);
  const logIn = useLogIn(OWN_PAGE);
  return (
    <SuccessPanel title="Thank you">
      <p>{user ? 'Your email address is verified.' : message}</p>
      {user ? (
        <a className="button button--primary button--big form__submit" href={ROLES[user.role].home}>
          Continue
        </a>
      ) : (
        <button type="button" className="button button--primary button--big form__submit" onClick={logIn}>
          Log In
        </button>
      )}
    </SuccessPanel>
  );
}
