import './card-grid.css';

/** The message of a page of cards that is now empty, with a link to the first page. */
export function EmptyPage({ href }: { href: string }) {
  return (
    <p className="card-grid__empty">
      There is nothing on this page any more.{' '}
      <a className="link" href={href}>
        Go to the first page
      </a>
    </p>
  );
}
