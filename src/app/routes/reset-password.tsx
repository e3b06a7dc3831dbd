import { CHECK_YOUR_EMAIL, CHOOSE_FIRST_PASSWORD } from '../../features/accounts/messages.ts';
import { useState } from 'react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { resetLinkQuery } from '../../features/accounts/client.ts';
import { forgotPassword, resetPassword } from '../../features/accounts/contract.ts';
import { LINK_MINUTES } from '../../features/accounts/schema.ts';
import { ForgotPasswordForm } from '../../features/accounts/ui/ForgotPasswordForm.tsx';
import { OWN_PAGE } from '../../features/accounts/page-access.ts';
import { useLogIn } from '../../features/accounts/ui/LogIn.tsx';
import { ResetPasswordForm } from '../../features/accounts/ui/ResetPasswordForm.tsx';
import { siteQuery } from '../../features/content/client.ts';
import { verificationChallenge } from '../../features/proof-of-work/contract.ts';
import { getErrorMessage } from '../../platform/http/contract.ts';
import { SuccessPanel, ErrorAlert } from '../../ui/FormMessages.tsx';
import { AccountPage } from '../components/AccountPage.tsx';
import { accountPageHead, loadAccountPage } from '../loaders/account-page-loader.ts';
import { type LinkSearch, isMailedLink, useLinkSecret, validateLinkSearch } from '../navigation/link-secret.ts';

const PAGE_NAME = 'reset-password';

export const Route = createFileRoute('/reset-password')({
  validateSearch: validateLinkSearch,
  loader: ({ context }) => loadAccountPage(context, PAGE_NAME),
  head: ({ match: { context, search } }) => accountPageHead(context, PAGE_NAME, getTitle(search)),
  component: ResetPassword,
});

function ResetPassword() {
  const search = Route.useSearch();
  const token = useLinkSecret();
  if (!isMailedLink(search)) return <RequestLink />;
  // Without a key, as the form keeps what was typed before the page was hydrated.
  return token === null ? <ExpiredLink /> : <ChoosePassword token={token} title={getTitle(search)} />;
}

function RequestLink() {
  const [message, setMessage] = useState<string>();
  return (
    <AccountPage name={PAGE_NAME} hasText={message === undefined}>
      {message === undefined ? (
        <LinkForm onSent={setMessage} />
      ) : (
        <SuccessPanel title={CHECK_YOUR_EMAIL}>{message}</SuccessPanel>
      )}
    </AccountPage>
  );
}

function LinkForm({ onSent }: { onSent: (message: string) => void }) {
  const { api } = Route.useRouteContext();
  return (
    <ForgotPasswordForm
      fetchChallenge={(action) => api(verificationChallenge, { action })}
      send={(input) => api(forgotPassword, input)}
      onSent={onSent}
    />
  );
}

/** Returns the title of the page for somebody who has no password yet. */
function getTitle({ from }: LinkSearch): string | undefined {
  return from === 'invitation' ? CHOOSE_FIRST_PASSWORD : undefined;
}

/**
 * @param props.token undefined until the page is hydrated
 * @param props.title instead of that of the page
 */
function ChoosePassword({ token = '', title }: { token: string | undefined; title: string | undefined }) {
  const { api } = Route.useRouteContext();
  const { data: site } = useSuspenseQuery(siteQuery(api));
  const link = useQuery({ ...resetLinkQuery(api, token), enabled: token !== '' });
  const logIn = useLogIn(OWN_PAGE);
  const [done, setDone] = useState<{ token: string; message: string }>();
  if (done?.token === token) {
    return (
      <AccountPage name={PAGE_NAME} title={title} hasText={false}>
        <SuccessPanel title="Thank you">
          {done.message} Please{' '}
          <button type="button" className="link text-button" onClick={logIn}>
            log-in
          </button>{' '}
          with {title ? 'your password' : 'the new one'}.
        </SuccessPanel>
      </AccountPage>
    );
  }
  if (link.isError) {
    return (
      <AccountPage name={PAGE_NAME} title={title} hasText={false}>
        <div className="form">
          <ErrorAlert message={getErrorMessage(link.error)} />
          <button type="button" className="button form__submit" onClick={() => void link.refetch()}>
            Try again
          </button>
        </div>
      </AccountPage>
    );
  }
  if (link.data?.valid === false) return <ExpiredLink />;
  return (
    <AccountPage name={PAGE_NAME} title={title} hasText={false}>
      <ResetPasswordForm
        action={title ?? 'Change password'}
        siteName={site.name}
        send={(password) => api(resetPassword, { token, password })}
        onRejected={() => void link.refetch()}
        onSent={(message) => setDone({ token, message })}
      />
    </AccountPage>
  );
}

/** Shown for a used, expired, incomplete or unknown link alike, so that nothing about it is disclosed. */
function ExpiredLink() {
  const [message, setMessage] = useState<string>();
  return (
    <AccountPage name={PAGE_NAME} hasText={false}>
      {message === undefined ? (
        <>
          <SuccessPanel title="This link does not work any more">
            You can use a link once, and for {LINK_MINUTES} minutes. Enter the email address of your account to get a
            new one.
          </SuccessPanel>
          <LinkForm onSent={setMessage} />
        </>
      ) : (
        <SuccessPanel title={CHECK_YOUR_EMAIL}>{message}</SuccessPanel>
      )}
    </AccountPage>
  );
}
