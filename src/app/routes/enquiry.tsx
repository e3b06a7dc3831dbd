import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { threadQuery } from '../../features/enquiries/thread/client.ts';
import { ThreadPage } from '../../features/enquiries/ui/thread/ThreadPage.tsx';
import { getErrorMessage, isApiError } from '../../platform/http/contract.ts';
import { ErrorAlert } from '../../ui/FormMessages.tsx';
import { createLinkPageOptions } from '../navigation/link-page-options.ts';
import { useLinkSecret } from '../navigation/link-secret.ts';

export const Route = createFileRoute('/enquiry')({
  ...createLinkPageOptions('Your enquiry'),
  component: Enquiry,
});

/** Loads the conversation in the browser, as the server does not get the secret of the link. */
function Enquiry() {
  const { api } = Route.useRouteContext();
  const token = useLinkSecret();
  const thread = useQuery({ ...threadQuery(api, { token: token ?? '' }), enabled: typeof token === 'string' });
  if (typeof token === 'string' && thread.data) return <ThreadPage key={token} api={api} conversation={{ token }} />;
  const isUnusable = token === null || (isApiError(thread.error) && thread.error.errorType === 'NOT_FOUND');
  return (
    <main id="content" tabIndex={-1} className="wrap thread-page">
      {isUnusable ? <UnusableLink /> : <Loading error={thread.error} onRetry={() => void thread.refetch()} />}
    </main>
  );
}

function Loading({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return (
    <>
      <h1 className="display display--3">Your enquiry</h1>
      <noscript>
        <p className="alert">Turn on JavaScript in your browser to read and answer messages.</p>
      </noscript>
      {error === null ? (
        <p className="thread-page__loading" role="status">
          Loading the conversation…
        </p>
      ) : (
        <>
          <ErrorAlert message={getErrorMessage(error)} />
          <button type="button" className="button form__submit" onClick={onRetry}>
            Try again
          </button>
        </>
      )}
    </>
  );
}

function UnusableLink() {
  return (
    <>
      <h1 className="display display--3">This link is no longer valid</h1>
      <p>
        It has expired, or it was copied without its last characters.{' '}
        <a className="link" href="/contact-us">
          Write to us
        </a>{' '}
        to continue.
      </p>
    </>
  );
}
