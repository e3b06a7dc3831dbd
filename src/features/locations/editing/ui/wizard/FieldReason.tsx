import type { OpenReasons, ReasonPart } from '../../../decisions/schema.ts';
import { getReasonLabel } from '../../../decisions/part-label.ts';
import './asked.css';

/** The changes requested by the Locations Team, by field or section. */
export type PartReasons = Readonly<Partial<Record<ReasonPart, string>>>;

export function toPartReasons(returned: OpenReasons | null | undefined): PartReasons {
  return Object.fromEntries(returned?.reasons.map(({ part, text }) => [part, text]) ?? []);
}

/** The requested change of a field, inside its hint. */
export function FieldReason({ text }: { text: string }) {
  return (
    <span className="field-reason">
      <strong>The Locations Team asks: </strong>
      {text}
    </span>
  );
}

/** The reasons about sections without a single field, above the content of their step. */
export function StepReasons({ parts, reasons }: { parts: readonly ReasonPart[]; reasons: PartReasons }) {
  return parts.map((part) => {
    const text = reasons[part];
    return (
      text !== undefined && (
        <p key={part} className="field-reason step-reason">
          <strong>{`The Locations Team asks about ${getReasonLabel(part).toLowerCase()}: `}</strong>
          {text}
        </p>
      )
    );
  });
}
