import { formatCount } from '../../../../platform/text/numbers.ts';
import { CircleAlert } from '../../../../ui/icons.tsx';
import { getDisplayTitle } from '../../catalogue/display-title.ts';
import { formatMissingParts } from '../../publishing/publishability.ts';
import type { ApprovalResult } from '../schema.ts';
import { getReviewPath } from './queue-list.tsx';
import '../../../../ui/form.css';
import './review.css';

/** Which of several locations were not approved and why, and which were published with something missing. */
export function ApprovalReport(props: { id: string; results: readonly ApprovalResult[]; onClose: () => void }) {
  const { id, results, onClose } = props;
  const rejected = results.filter(({ reason }) => reason !== null);
  const incomplete = results.filter(({ published_without }) => published_without.length > 0);
  return (
    <section
      id={id}
      tabIndex={-1}
      className="alert alert--warn selection-report no-print"
      aria-labelledby={`${id}-title`}
    >
      <CircleAlert />
      <div>
        <h2 id={`${id}-title`}>
          {rejected.length > 0
            ? `${formatCount(rejected.length, 'location')} of ${results.length} not approved`
            : 'Published with something missing'}
        </h2>
        <ul>
          {rejected.map((result) => (
            <li key={result.id}>
              <Title {...result} />: {result.reason}
            </li>
          ))}
          {incomplete.map((result) => (
            <li key={result.id}>
              <Title {...result} />: published without {formatMissingParts(result.published_without)}, as before
            </li>
          ))}
        </ul>
        <button type="button" className="button button--compact" onClick={onClose}>
          Hide this report
        </button>
      </div>
    </section>
  );
}

function Title({ id, title }: ApprovalResult) {
  if (title === null) return <>A location</>;
  return (
    <a className="link" href={getReviewPath(id)}>
      {getDisplayTitle(title)}
    </a>
  );
}
