import { useRouter } from '@tanstack/react-router';
import { GO_TO_HOME_PAGE, PAGE_NOT_FOUND } from '../../../platform/text/common-messages.ts';
import { formatTitle } from '../client.ts';

export function NotFoundPage() {
  return (
    <main id="content" tabIndex={-1} className="wrap message-page">
      <title>{formatTitle(useRouter().options.context, PAGE_NOT_FOUND)}</title>
      <h1 className="display display--4">{PAGE_NOT_FOUND}</h1>
      <p className="muted">The web address may be mistyped, or the page may have moved.</p>
      <a href="/" className="button button--primary">
        {GO_TO_HOME_PAGE}
      </a>
    </main>
  );
}
