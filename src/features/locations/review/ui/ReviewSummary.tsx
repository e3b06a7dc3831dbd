import { type ImageChanges, summariseImageChanges } from '../../admin-record/image-changes.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { FACTS_ID } from './ReviewFacts.tsx';
import { IMAGES_ID, type ReviewRow, getRowId } from './review-rows.ts';
import './review.css';

/**
 * The changes of a published location, each with a link.
 * @param props.rows its fields
 * @param props.facts the number of its production facts that have changed
 */
export function ReviewSummary(props: { rows: readonly ReviewRow[]; facts: number; images: ImageChanges | null }) {
  const { rows, facts, images } = props;
  const changes = [
    ...(images ? [{ id: IMAGES_ID, text: summariseImageChanges(images) }] : []),
    ...rows.filter(({ isChanged }) => isChanged).map(({ part, label }) => ({ id: getRowId(part), text: label })),
    ...(facts > 0 ? [{ id: FACTS_ID, text: formatCount(facts, 'production fact') }] : []),
  ];
  return (
    <section className="review__section" aria-labelledby="review-summary">
      <h2 id="review-summary">What has changed</h2>
      {changes.length === 0 ? (
        <p className="muted">Nothing that the public sees.</p>
      ) : (
        <ul className="review__summary">
          {changes.map(({ id, text }) => (
            <li key={id}>
              <a className="link" href={`#${id}`}>
                {text.charAt(0).toUpperCase() + text.slice(1)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
