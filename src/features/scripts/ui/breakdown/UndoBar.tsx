import { Undo } from '../../../../ui/table/icons.tsx';
import type { Change } from '../../breakdown/breakdown.ts';
import { formatChange } from '../../breakdown/messages.ts';

/** Says what the last change has done and undoes it. Stays at the bottom of the window while there is something to undo. */
export function UndoBar(props: { last: Change | undefined; isUndone: boolean; onUndo: () => void }) {
  const { last, isUndone, onUndo } = props;
  return (
    <div className={`no-print ${last ? 'undo-bar' : ''}`}>
      {/* Also without a text, since screen readers announce only what changes in an element that they know. */}
      <p role="status">
        {isUndone && 'The change was undone. '}
        {last && !isUndone && formatChange(last)}
      </p>
      {last && (
        <button type="button" className="button" onClick={onUndo}>
          <Undo small /> Undo<span className="visually-hidden">: {formatChange(last)}</span>
        </button>
      )}
    </div>
  );
}
