import { useSuspenseQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../../platform/text/dates.ts';
import { type Api, toSearchParams } from '../../../../platform/http/contract.ts';
import { RecordBar, RecordTitle } from '../../../../ui/record/RecordHeader.tsx';
import { formatPerson } from '../../../entry-subjects/schema.ts';
import { pinsQuery } from '../../pins/client.ts';
import type { Pin } from '../../pins/schema.ts';
import { NEW, SEARCH_TERMS_PATH, getPinPath } from './search-terms-paths.ts';
import '../../../../ui/record/record.css';
import './search-terms.css';

/** The searches whose first results the team has chosen. */
export function PinList({ api }: { api: Api }) {
  const { data: pins } = useSuspenseQuery(pinsQuery(api));
  return (
    <main id="content" tabIndex={-1} className="record-page">
      <RecordBar back={{ href: SEARCH_TERMS_PATH, label: 'Back to synonyms' }}>
        <a className="button button--compact" href={getPinPath(NEW)}>
          Pin results
        </a>
      </RecordBar>
      <RecordTitle title="Pinned results">
        <span>The first results of exactly these searches, unless another order is chosen. Filters still apply.</span>
      </RecordTitle>
      <div className="record record--one">
        {pins.length === 0 ? (
          <p>No results are pinned yet.</p>
        ) : (
          <ul className="pin-list">
            {pins.map((pin) => (
              <PinItem key={pin.id} pin={pin} />
            ))}
          </ul>
        )}
      </div>
    </main>
  );
}

function PinItem({ pin: { id, query, locations, changed_at, changed_by } }: { pin: Pin }) {
  return (
    <li className="pin-list__item">
      <div className="pin-list__head">
        <h2>
          <a href={getPinPath(id)}>{query}</a>
        </h2>
        <a className="link" href={`/find-a-location?${toSearchParams({ query })}`}>
          See results<span className="visually-hidden"> for {query}</span>
        </a>
      </div>
      {locations.length === 0 && <p className="muted">All its locations have been deleted.</p>}
      <ol>
        {locations.map((location) => (
          <li key={location.id}>
            {location.title}
            {!location.published && <NotPublished />}
          </li>
        ))}
      </ol>
      <p className="muted small">
        Changed {formatDateTime(changed_at)}
        {changed_by && ` by ${formatPerson(changed_by)}`}
      </p>
    </li>
  );
}

/** The mark of a pinned location that the search skips. */
export function NotPublished() {
  return <span className="search-terms__off pin-list__mark">Not published: skipped</span>;
}
