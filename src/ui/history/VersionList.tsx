import { formatDateTime } from '../../platform/text/dates.ts';
import { formatCount } from '../../platform/text/numbers.ts';
import { Pagination } from '../pagination/Pagination.tsx';
import './history.css';

/** A version in a history. */
interface ListedVersion {
  readonly number: number;
  /** The event. */
  readonly action: string;
  /** The author and the origin of the change. */
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
  /** The changed fields; empty if none. */
  readonly changes: string;
  /** Labels such as ‘published’. */
  readonly mark?: string | undefined;
}

/** Which version of a history is shown, which one it is compared with, and the page of the list. */
export interface HistorySearch {
  readonly version?: number;
  readonly from?: number;
  readonly page?: number;
}

/** The heading of a comparison. @param from null for the first version */
export function formatComparison(version: number, from: number | null): string {
  return from === null ? `Version ${version}` : `Version ${version} compared with version ${from}`;
}

/** The id of the heading of the comparison, which gets the focus when a version was restored: its button disappears. */
export const COMPARISON_ID = 'comparison';

/** Returns the URL of a state of a history. */
export function getHistoryPath(path: string, { version, from, page }: HistorySearch): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries({ version, from, page })) if (value) query.set(key, String(value));
  return query.size > 0 ? `${path}?${query}` : path;
}

/**
 * The versions of a history, latest first. Each can be opened, or compared with the one that is open.
 * @param props.path of the history
 * @param props.compared the version that the open one is compared with
 */
export function VersionList(props: {
  path: string;
  versions: readonly ListedVersion[];
  total: number;
  size: number;
  page: number;
  open: number;
  compared: number | null;
}) {
  const { path, versions, total, size, page, open, compared } = props;
  return (
    <nav className="version-list" aria-labelledby="versions">
      <h2 id="versions">{formatCount(total, 'version')}</h2>
      <ol>
        {versions.map(({ number, action, by, at, changes, mark }) => (
          <li key={number}>
            <p className="version-list__head">
              <a
                className="link"
                href={getHistoryPath(path, { version: number, page })}
                aria-current={number === open ? 'page' : undefined}
              >
                {`Version ${number}`}
              </a>
              <time className="num" dateTime={at}>
                {formatDateTime(at)}
              </time>
            </p>
            <p>
              <strong>{action}</strong> {by}
            </p>
            {mark !== undefined && <p className="version-list__mark">{mark}</p>}
            {changes !== '' && <p className="muted">{changes}</p>}
            {number !== open && (
              <p>
                {/* Stays a link, so that it keeps the focus. */}
                <a
                  className="link small"
                  href={getHistoryPath(path, { version: open, from: number, page })}
                  aria-current={number === compared ? 'true' : undefined}
                  aria-label={`${number === compared ? 'Compared' : 'Compare'} with version ${open}: version ${number}`}
                >
                  {`${number === compared ? 'Compared' : 'Compare'} with version ${open}`}
                </a>
              </p>
            )}
          </li>
        ))}
      </ol>
      <Pagination
        current={page}
        total={total}
        size={size}
        label="Pages of versions"
        to={{ href: (to) => getHistoryPath(path, { version: open, ...(compared && { from: compared }), page: to }) }}
      />
    </nav>
  );
}
