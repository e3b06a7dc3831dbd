import { WordDiff } from '../../../../ui/word-diff/WordDiff.tsx';

/** One of two compared texts, with the words marked that the other does not have. */
export function ComparedText(props: { before: string; after: string; side: 'before' | 'after' }) {
  return props[props.side] === '' ? <span className="muted">Nothing</span> : <WordDiff {...props} />;
}
