import { NEW, getPinPath, getSynonymPath } from './search-terms-paths.ts';

/** Leads from a search that finds nothing to the forms that make it find something. */
export function EmptySearchActions({ query }: { query: string }) {
  return (
    <>
      <a className="link" href={getSynonymPath(NEW, query)}>
        Make a synonym<span className="visually-hidden"> of {query}</span>
      </a>{' '}
      <a className="link" href={getPinPath(NEW, query)}>
        Pin a result<span className="visually-hidden"> for {query}</span>
      </a>
    </>
  );
}
