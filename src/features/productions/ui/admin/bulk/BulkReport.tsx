import { formatCount } from '../../../../../platform/text/numbers.ts';
import { CircleAlert } from '../../../../../ui/icons.tsx';
import type { BulkResult } from '../../../schema.ts';
import { PRODUCTION_NOUN, getProductionPath } from '../production-list.tsx';
import '../../../../../ui/form.css';

/** Which of several productions were not changed, and why. */
export function BulkReport(props: { id: string; rejected: readonly BulkResult[]; onClose: () => void }) {
  const { id, rejected, onClose } = props;
  return (
    <section
      id={id}
      tabIndex={-1}
      className="alert alert--warn selection-report no-print"
      aria-labelledby={`${id}-title`}
    >
      <CircleAlert />
      <div>
        <h2 id={`${id}-title`}>{`${formatCount(rejected.length, ...PRODUCTION_NOUN)} not changed`}</h2>
        <ul>
          {rejected.map(({ id: productionId, production, reason }) => (
            <li key={productionId}>
              {production ? (
                <a className="link" href={getProductionPath({ id: productionId })}>
                  {production.reference}: {production.title}
                </a>
              ) : (
                'A production'
              )}
              : {reason}
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
