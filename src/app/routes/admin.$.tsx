import { createFileRoute, notFound } from '@tanstack/react-router';
import { OFFICE, officePart } from '../../features/pages/office.ts';
import { seo } from '../seo.ts';

export const Route = createFileRoute('/admin/$')({
  loader: ({ params }) => {
    if (partAt(params._splat) === undefined) throw notFound();
  },
  head: ({ match: { context }, params }) => {
    const address = partAt(params._splat);
    return address ? seo(context, { title: OFFICE[address], canonical: address, indexed: false }) : {};
  },
  component: Office,
});

function partAt(rest: string | undefined) {
  return officePart(`/admin/${rest}`);
}

function Office() {
  const { _splat: rest } = Route.useParams();
  const address = partAt(rest);
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
