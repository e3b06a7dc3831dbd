import type { LocationState } from '../policy.ts';
import { CONTENT_STATUS_LABELS, LOCATION_STATUS_LABELS } from '../schema.ts';
import './status.css';

const CIRCLE = <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" />;
const DISC = <circle cx="6" cy="6" r="5.5" fill="currentColor" />;

const CONTENT = {
  NEW: { kind: 'new', shape: CIRCLE },
  CHANGED: {
    kind: 'changed',
    shape: (
      <>
        {CIRCLE}
        <path d="M6 1.25a4.75 4.75 0 0 0 0 9.5z" fill="currentColor" />
      </>
    ),
  },
  LIVE: { kind: 'live', shape: DISC },
} as const;

const WORKFLOW = {
  DRAFT: { kind: 'new', shape: <path d="M2 10 2.6 7.4 8.4 1.6 10.4 3.6 4.6 9.4z" {...lineIcon()} /> },
  AWAITING_APPROVAL: { kind: 'waiting', shape: <path d="M6 .8 11.2 6 6 11.2.8 6z" {...lineIcon()} /> },
  PUBLISHED: { kind: 'live', shape: <path d="m1.5 6.5 3 3 6-7" {...lineIcon()} /> },
} as const;

/** The status of a location's content, as a symbol and a label. Other content has its own labels. */
export function ContentStatus(props: Pick<LocationState, 'status'> & { label?: string }) {
  const { status, label = CONTENT_STATUS_LABELS[status] } = props;
  return <Status {...CONTENT[status]} label={label} />;
}

/** The workflow status of a location, as a symbol and a label. */
export function LocationStatus({ location_status }: Pick<LocationState, 'location_status'>) {
  return <Status {...WORKFLOW[location_status]} label={LOCATION_STATUS_LABELS[location_status]} />;
}

/** A status as a symbol and a label. */
export function Status({ kind, shape, label }: { kind: string; shape: React.ReactNode; label: string }) {
  return (
    <span className={`status status--${kind}`}>
      <svg viewBox="0 0 12 12" aria-hidden>
        {shape}
      </svg>
      {label}
    </span>
  );
}

function lineIcon() {
  return { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5 } as const;
}
