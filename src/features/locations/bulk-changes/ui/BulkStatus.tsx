import type { ReactNode } from 'react';
import { type BulkState, ITEM_STATE_LABELS, type ItemState } from '../schema.ts';
import { Status } from '../../working-copy/ui/StatusLabel.tsx';

const LINE = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5 } as const;
const CIRCLE = <circle cx="6" cy="6" r="4.75" {...LINE} />;
const TICK = <path d="m1.5 6.5 3 3 6-7" {...LINE} />;
const CROSS = <path d="m2 2 8 8M10 2l-8 8" {...LINE} />;
const BAR = <path d="M2 6h8" {...LINE} />;
const PLUS = <path d="M2 6h8M6 2v8" {...LINE} />;
const BACK = <path d="M5 2 1.5 5.5 5 9M2 5.5h5a3 3 0 0 1 0 5.5" {...LINE} />;
const CLOCK = (
  <>
    {CIRCLE}
    <path d="M6 3v3l2 1.5" {...LINE} />
  </>
);

type Kind = 'live' | 'changed' | 'new' | 'waiting';

const ITEM_STATUS: Readonly<Record<ItemState, readonly [Kind, ReactNode]>> = {
  PENDING: ['waiting', CLOCK],
  SAME: ['new', CIRCLE],
  REFUSED: ['changed', CROSS],
  LEFT_OUT: ['new', BAR],
  NEW: ['live', PLUS],
  CHANGED: ['live', TICK],
  SKIPPED: ['new', BAR],
  UNDONE: ['waiting', BACK],
  KEPT: ['changed', CROSS],
};

/** The outcome for a location, as a symbol and a label. */
export function ItemStatus({ state }: { state: ItemState }) {
  const [kind, shape] = ITEM_STATUS[state];
  return <Status kind={kind} shape={shape} label={ITEM_STATE_LABELS[state]} />;
}

const BULK_STATUS: Readonly<Record<BulkState, readonly [Kind, ReactNode, string]>> = {
  PREVIEW: ['new', CIRCLE, 'Preview'],
  RUNNING: ['waiting', CLOCK, 'Running'],
  DONE: ['live', TICK, 'Done'],
  CANCELLED: ['changed', BAR, 'Cancelled'],
  FAILED: ['changed', CROSS, 'Stopped'],
  UNDOING: ['waiting', CLOCK, 'Being undone'],
  UNDONE: ['waiting', BACK, 'Undone'],
};

/** The state of a bulk change, as a symbol and a label. */
export function BulkStatus({ state }: { state: BulkState }) {
  const [kind, shape, label] = BULK_STATUS[state];
  return <Status kind={kind} shape={shape} label={label} />;
}
