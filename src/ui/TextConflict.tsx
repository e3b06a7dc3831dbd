import { WordDiff } from './word-diff/WordDiff.tsx';
import './text-conflict.css';

/**
 * Says below a field that somebody else has changed its text too, with both texts to choose from. What was typed stays in the field, and can
 * be edited before and after the choice.
 * @param props.label of the field
 * @param props.onMine called when the typed text is to replace theirs
 * @param props.onTheirs called when their text is to replace the typed one
 */
export default function TextConflict(props: {
  label: string;
  mine: string;
  theirs: string;
  onMine: () => void;
  onTheirs: () => void;
}) {
  const { label, mine, theirs, onMine, onTheirs } = props;
  return (
    <div className="text-conflict" role="group" aria-label={`Two texts: ${label}`}>
      <p role="status">
        {theirs === ''
          ? 'Somebody else has deleted this text meanwhile.'
          : 'Somebody else has changed this text meanwhile:'}
      </p>
      {theirs !== '' && (
        <p className="text-conflict__theirs">
          <WordDiff before={mine} after={theirs} side="after" isNeutral />
        </p>
      )}
      <div className="text-conflict__choice">
        <button type="button" className="button button--compact" onClick={onMine}>
          Use mine
        </button>
        <button type="button" className="button button--compact" onClick={onTheirs}>
          Use theirs
        </button>
      </div>
    </div>
  );
}
