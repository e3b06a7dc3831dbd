import { createFileRoute, notFound, useLocation } from '@tanstack/react-router';
import { OFFICE, officePart } from '../../features/pages/office.ts';
import { seo } from '../seo.ts';

export const Route = createFileRoute('/admin/$')({
  loader: ({ location }) => {
    if (officePart(location.pathname) === undefined) throw notFound();
  },
  head: ({ match: { context, pathname } }) => {
    const address = officePart(pathname);
    return address ? seo(context, { title: OFFICE[address], canonical: address, indexed: false }) : {};
  },
  component: Office,
});

function Office() {
  const address = useLocation({ select: ({ pathname }) => officePart(pathname) });
  return (
    <main id="content" tabIndex={-1} className="wrap message-page">
      <h1 className="display display--4">{address && OFFICE[address]}</h1>
      <p className="prose">
        This part of the back office is not open yet. Until it is, its work is done on the command line of the site:{' '}
        <code>npm run recce</code> lists what it can do.
      </p>
    </main>
  );
}
