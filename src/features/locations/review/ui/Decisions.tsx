import { formatDateTime } from '../../../../platform/text/dates.ts';
import { formatPerson } from '../../../entry-subjects/schema.ts';
import type { LocationReview } from '../schema.ts';
import { ReasonList } from './ReasonList.tsx';

const LABELS = { PUBLISHED: 'Published', RETURNED: 'Returned to the owner' } as const;

/** The earlier decisions about a location, with their reasons. */
export function Decisions({ decisions }: { decisions: LocationReview['decisions'] }) {
  if (decisions.length === 0) return null;
  return (
    <section className="review__section" aria-labelledby="review-decisions">
      <h2 id="review-decisions">Earlier decisions</h2>
      <ol className="review__decisions">
        {decisions.map(({ id, decision, decided_at, decided_by, note, reasons }) => (
          <li key={id}>
            <p>
              <strong>{LABELS[decision]}</strong>{' '}
              <span className="muted">
                {[formatDateTime(decided_at), ...(decided_by ? [formatPerson(decided_by)] : [])].join(', ')}
              </span>
            </p>
            {note !== '' && <p className="review__text">{note}</p>}
            {reasons.length > 0 && <ReasonList reasons={reasons} />}
          </li>
        ))}
      </ol>
    </section>
  );
}
