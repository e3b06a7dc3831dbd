import { useRouter } from '@tanstack/react-router';
import { getErrorMessage } from '../../../platform/http/contract.ts';
import { formatTitle } from '../client.ts';

/** Shown in place of a page that could not be loaded. Shows only messages written for users. */
export function ErrorPage({ error }: { error: Error }) {
  const router = useRouter();
  return (
    <main id="content" tabIndex={-1} className="wrap message-page">
      <title>{formatTitle(router.options.context, 'Error')}</title>
      <div className="alert" role="alert">
        <div>
          <strong>Error</strong>
          {getErrorMessage(error)}
        </div>
      </div>
      <button type="button" className="button button--primary" onClick={() => void router.invalidate()}>
        Try again
      </button>
    </main>
  );
}
