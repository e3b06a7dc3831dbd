import { useRouter } from '@tanstack/react-router';
import { getErrorMessage } from '../../../platform/http/contract.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import './results.css';

/** Shows that a search failed, with a link to the search without filters. */
export function SearchFailed({ error }: { error: Error }) {
  const router = useRouter();
  const startOver = async () => {
    await router.navigate({ to: '/find-a-location', replace: true });
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  return (
    <main id="content" tabIndex={-1} className="wrap message-page">
      <h1 className="display display--4">Find a location</h1>
      <p>
        This search failed.{' '}
        <a className="link" href="/find-a-location">
          Begin a new search
        </a>
      </p>
      <Dialog open onClose={() => void startOver()} title="Error">
        <div className="dialog__body search-failed" role="alert">
          <p>{getErrorMessage(error)}</p>
          <button type="button" className="button button--primary" onClick={() => void startOver()}>
            Find a location
          </button>
        </div>
      </Dialog>
    </main>
  );
}
