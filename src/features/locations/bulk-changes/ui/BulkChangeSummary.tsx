import { FilterCounts } from '../../../../ui/table/FilterCounts.tsx';
import type { TableControl } from '../../../../ui/table/table-state.ts';
import { formatCount, formatNumber } from '../../../../platform/text/numbers.ts';
import { formatRelativeDateTime } from '../../../../platform/text/dates.ts';
import { isWorking } from '../client.ts';
import { type BulkChangeDetails, ITEM_STATES, REASONS, countUndoable } from '../schema.ts';
import { NOTHING_TO_CHANGE, OWNERS_GET_NO_MAIL } from '../messages.ts';
import { ItemStatus } from './BulkStatus.tsx';

/** The numbers of a bulk change, which filter the list of locations, its progress, and what to know about it. */
export function BulkChangeSummary({ change, table }: { change: BulkChangeDetails; table: TableControl }) {
  const { counts, reasons } = change;
  const chosen = table.state.filters['state']?.[0];
  const shown = ITEM_STATES.filter((state) => counts[state] > 0);
  const total = shown.reduce((sum, state) => sum + counts[state], 0);
  return (
    <section className="bulk-summary" aria-label="Summary">
      {isWorking(change.state) && <Progress change={change} />}
      <FilterCounts
        counts={[
          {
            key: 'all',
            label: change.action.kind === 'import' ? 'Rows' : 'Selected',
            count: total,
            href: table.href({ filters: { state: [] } }),
            isChosen: chosen === undefined,
          },
          ...shown.map((state) => ({
            key: state,
            label: <ItemStatus state={state} />,
            count: counts[state],
            href: table.href({ filters: { state: [state] } }),
            isChosen: chosen === state,
          })),
        ]}
      />
      {reasons.length > 0 && (
        <ul className="bulk-reasons">
          {reasons.map(({ reason, count }) => (
            <li key={reason}>
              <b className="num">{formatNumber(count)}</b> {REASONS[reason].replace(/:$/, '.')}
            </li>
          ))}
        </ul>
      )}
      <div className="bulk-notes">
        {listNotes(change).map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </section>
  );
}

/** How much of the change, or of its undoing, is done. */
function Progress({ change: { state, counts } }: { change: BulkChangeDetails }) {
  const left = state === 'RUNNING' ? counts.PENDING : countUndoable(counts);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const toDo = state === 'RUNNING' ? total - counts.SAME - counts.LEFT_OUT : left + counts.UNDONE + counts.KEPT;
  const done = toDo - left;
  const text = `${formatNumber(done)} of ${formatCount(toDo, 'location')} done. You can leave this page.`;
  return (
    <div className="bulk-progress">
      <progress
        value={done}
        max={toDo}
        aria-label={state === 'RUNNING' ? 'Progress of the change' : 'Progress of undoing'}
      />
      <span className="num">{text}</span>
    </div>
  );
}

/** Notes for the team about a change, by its state. */
function listNotes(change: BulkChangeDetails): string[] {
  const { state, action, counts, mails, unsubmitted, undo_until, can_undo } = change;
  if (state === 'PREVIEW') {
    if (counts.PENDING === 0) return [NOTHING_TO_CHANGE];
    const mailNote = {
      publish: formatMails(mails),
      unpublish: formatMails(mails),
      owner: `${formatMails(mails)} The new account holder gets one too.`,
    };
    return [
      'Nothing is changed yet. Locations that somebody changes before you confirm are left out.',
      ...(unsubmitted > 0
        ? [`${formatCount(unsubmitted, 'location')} would be published with changes that the owner has not submitted.`]
        : []),
      mailNote[action.kind as keyof typeof mailNote] ?? OWNERS_GET_NO_MAIL,
      ...('field' in action || action.kind === 'feature'
        ? ['Published locations show their published values until you publish them again.']
        : []),
      'You can undo the change for an hour after it has ended.',
    ];
  }
  const failure =
    state === 'FAILED' ? ['The change could not go on. Its changes so far stay until you undo them.'] : [];
  if (can_undo && undo_until !== null) return [...failure, `You can undo this change until ${formatTime(undo_until)}.`];
  return countUndoable(counts) > 0 && undo_until !== null && !isWorking(state)
    ? [...failure, 'This change can no longer be undone. Restore single locations from their history.']
    : failure;
}

/** A time as '14:02' today, and with the day otherwise. */
function formatTime(moment: string): string {
  return formatRelativeDateTime(moment).replace(/^(at|on) /, '');
}

function formatMails(mails: number): string {
  if (mails === 0) return OWNERS_GET_NO_MAIL;
  return mails === 1
    ? 'One owner gets an email that lists their locations.'
    : `${formatCount(mails, 'owner')} get one email each, which lists their locations.`;
}
