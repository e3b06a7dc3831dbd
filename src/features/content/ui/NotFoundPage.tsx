import { GO_TO_HOME_PAGE, PAGE_NOT_FOUND } from '../../../platform/messages.ts';
import { MessageTitle } from './MessageTitle.tsx';

export function NotFoundPage() {
  return (
    <main id="content" tabIndex={-1} className="wrap message-page">
      <MessageTitle title={PAGE_NOT_FOUND} />
      <h1 className="display display--4">{PAGE_NOT_FOUND}</h1>
      <p className="muted">The address may be mistyped, or the page may have moved.</p>
      <a href="/" className="button button--primary">
        {GO_TO_HOME_PAGE}
      </a>
    </main>
  );
}
