import './card-grid.css';

/** Says that a page of a list of cards has become empty, and leads back to its first one. */
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
