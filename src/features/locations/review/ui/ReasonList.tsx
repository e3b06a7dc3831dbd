import { getReasonLabel } from '../../decisions/part-label.ts';
import type { Reason } from '../../decisions/schema.ts';

/** Reasons about fields and sections of a location. */
export function ReasonList({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <ul className="review__reason-list">
      {reasons.map(({ part, text }) => (
        <li key={part}>
          <strong>{getReasonLabel(part)}:</strong> {text}
        </li>
      ))}
    </ul>
  );
}
