import { useRouter } from '@tanstack/react-router';
import { getErrorMessage } from '../../../platform/http/contract.ts';
import { MessageTitle } from './MessageTitle.tsx';

/** Shown in place of a page that could not be loaded. Shows only messages written for users. */
export function ErrorPage({ error }: { error: Error }) {
  const router = useRouter();
  return (
    <main id="content" tabIndex={-1} className="wrap message-page">
      <MessageTitle title="Error" />
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
