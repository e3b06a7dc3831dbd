import { memo } from 'react';
import type { PossibleHeading } from '../reading/script.ts';
import { useGrowingCount } from './useGrowingCount.ts';
import type { ReadScript } from './useScriptReader.ts';

/** A longer list is closed at first. */
const MAX_OPEN = 12;
const MAX_SHOWN_LENGTH = 200;

type OnToggle = (heading: PossibleHeading) => void;

/** The lines that look like headings and are not read as such: each can be used as a heading. */
export function PossibleHeadings({ read, onToggle }: { read: ReadScript; onToggle: OnToggle }) {
  const { script, taken } = read;
  const takenLines = new Set(taken.map(({ line }) => line));
  const others = script.possibleHeadings.filter(({ line }) => !takenLines.has(line));
  const headings = [...others, ...taken].toSorted((a, b) => a.line - b.line);
  const count = useGrowingCount(headings.length);
  if (headings.length === 0) return null;
  return (
    <details className="disclosure script-possible no-print" open={headings.length <= MAX_OPEN}>
      <summary>Lines that may be headings: {headings.length}</summary>
      <ul>
        {headings.slice(0, count).map((heading) => (
          <HeadingItem
            key={heading.line}
            heading={heading}
            isTaken={takenLines.has(heading.line)}
            onToggle={onToggle}
          />
        ))}
      </ul>
    </details>
  );
}

/** Items that are shown already do not render again when others are added. */
const HeadingItem = memo(function HeadingItem(props: {
  heading: PossibleHeading;
  isTaken: boolean;
  onToggle: OnToggle;
}) {
  const { heading, isTaken, onToggle } = props;
  const { text, reason } = heading;
  const label = isTaken ? 'Undo' : 'Use as a heading';
  return (
    <li>
      <div>
        <p>{text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text}</p>
        <p className="small muted">{isTaken ? 'Used as a heading' : `Not a heading, because it ${reason}`}</p>
      </div>
      <button
        type="button"
        className="button button--compact"
        aria-label={`${label}: ${text.slice(0, MAX_SHOWN_LENGTH)}`}
        onClick={() => onToggle(heading)}
      >
        {label}
      </button>
    </li>
  );
});
