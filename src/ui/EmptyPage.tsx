/** The message of a page of a list that is now empty, with a link to the first page. */
export function EmptyPage({ href }: { href: string }) {
  return (
    <p>
      There is nothing on this page any more.{' '}
      <a className="link" href={href}>
        Go to the first page
      </a>
    </p>
  );
}
