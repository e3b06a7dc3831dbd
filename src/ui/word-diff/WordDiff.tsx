import { useMemo } from 'react';
import { compareWords } from './word-diff.ts';
import './word-diff.css';

/**
 * One of two versions of a text, with the words marked that the other one lacks.
 * @param props.isNeutral whether neither is the earlier one, so that words are neither deleted nor inserted
 */
export function WordDiff(props: { before: string; after: string; side: 'before' | 'after'; isNeutral?: boolean }) {
  const { before, after, side, isNeutral = false } = props;
  const parts = useMemo(() => compareWords(before, after)[side], [before, after, side]);
  const Mark = isNeutral ? 'mark' : side === 'before' ? 'del' : 'ins';
  // The index identifies a chunk.
  // oxlint-disable-next-line react/no-array-index-key
  return parts.map(({ text, isChanged }, index) =>
    isChanged ? (
      <Mark key={index} className="word-diff">
        {text}
      </Mark>
    ) : (
      text
    ),
  );
}
