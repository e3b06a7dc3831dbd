import { Undo } from '../../../../ui/table/icons.tsx';
import type { Change } from '../../breakdown/breakdown.ts';
import { formatChange } from '../../breakdown/messages.ts';

/** Says what the last change has done and undoes it. Stays at the bottom of the window while there is something to undo. */
export function UndoBar(props: {
  last: Change | undefined;
  /** The change that was undone, if nothing has changed since. */
  undone: Change | undefined;
  onUndo: () => void;
}) {
  const { last, undone, onUndo } = props;
  return (
    <div className={`no-print ${last ? 'undo-bar' : ''}`}>
      {/* Also without a text, since screen readers announce only what changes in an element that they know. */}
      <p role="status">{undone ? `Undone: ${formatChange(undone)}` : last && formatChange(last)}</p>
      {last && (
        <button type="button" className="button" onClick={onUndo}>
          <Undo small /> Undo<span className="visually-hidden">: {formatChange(last)}</span>
        </button>
      )}
    </div>
  );
}
