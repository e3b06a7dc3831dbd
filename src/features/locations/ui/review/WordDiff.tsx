import { useMemo } from 'react';
import { diffWords } from './word-diff.ts';
import './review.css';

/** One of two compared texts, with the words marked that the other does not have. */
export function WordDiff(props: { published: string; submitted: string; side: 'published' | 'submitted' }) {
  const { published, submitted, side } = props;
  const parts = useMemo(() => diffWords(published, submitted), [published, submitted]);
  const other = side === 'published' ? 'added' : 'removed';
  const shown = parts.filter(({ kind }) => kind !== other);
  if (shown.length === 0) return <span className="muted">Nothing</span>;
  // The parts of a text never move.
  return shown.map(({ kind, text }, index) => {
    if (kind === 'removed') return <del key={index}>{text}</del>;
    return kind === 'added' ? <ins key={index}>{text}</ins> : <span key={index}>{text}</span>;
  });
}
