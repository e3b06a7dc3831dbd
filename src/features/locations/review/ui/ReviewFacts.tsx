import { getFactDifferences } from '../../admin-record/differences.ts';
import type { LocationRecord } from '../../admin-record/schema.ts';
import './review.css';

/** The id of the heading of the production facts on the page. */
export const FACTS_ID = 'review-facts';

/** The public production facts of a submitted location: those that have changed beside the published ones, then the others. */
export function ReviewFacts({ record }: { record: LocationRecord }) {
  const changed = getFactDifferences(record);
  const others = record.production_facts.filter(({ label }) => !changed.some((fact) => fact.label === label));
  if (changed.length + others.length === 0) return null;
  return (
    <section className="review__section" aria-labelledby={FACTS_ID}>
      <h2 id={FACTS_ID}>Production facts</h2>
      {changed.map(({ label, published, now }) => (
        <div key={label} className="review__row review__row--changed">
          <h3>{label}</h3>
          <dl className="review__values">
            <div>
              <dt>Published</dt>
              <dd>{published}</dd>
            </div>
            <div>
              <dt>Submitted</dt>
              <dd>{now}</dd>
            </div>
          </dl>
        </div>
      ))}
      {others.map(({ label, text }) => (
        <div key={label} className="review__row">
          <h3>{label}</h3>
          <p>{text}</p>
        </div>
      ))}
    </section>
  );
}
