import type { PossibleHeading } from '../reading/script.ts';
import type { ReadScript } from './useScriptReader.ts';

/** A longer list is closed at first. */
const MAX_OPEN = 12;
const MAX_SHOWN_LENGTH = 200;

/** The lines that look like headings and are not read as such: each can be taken as a heading. */
export function PossibleHeadings(props: { read: ReadScript; onToggle: (heading: PossibleHeading) => void }) {
  const { read, onToggle } = props;
  const { script, taken } = read;
  const takenLines = new Set(taken.map(({ line }) => line));
  const others = script.possibleHeadings.filter(({ line }) => !takenLines.has(line));
  const headings = [...others, ...taken].toSorted((a, b) => a.line - b.line);
  if (headings.length === 0) return null;
  return (
    <details className="disclosure script-possible no-print" open={headings.length <= MAX_OPEN}>
      <summary>Lines that may be headings: {headings.length}</summary>
      <ul>
        {headings.map((heading) => {
          const { line, text, reason } = heading;
          const isTaken = takenLines.has(line);
          return (
            <li key={line}>
              <div>
                <p>{text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text}</p>
                <p className="small muted">{isTaken ? 'Taken as a heading' : `Not a heading, because it ${reason}`}</p>
              </div>
              <button
                type="button"
                className="button button--compact"
                aria-label={`${isTaken ? 'Undo' : 'Take as heading'}: ${text.slice(0, MAX_SHOWN_LENGTH)}`}
                onClick={() => onToggle(heading)}
              >
                {isTaken ? 'Undo' : 'Take as heading'}
              </button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
