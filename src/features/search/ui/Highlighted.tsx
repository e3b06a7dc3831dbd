import { highlight } from '../highlight.ts';

/** A text with the words marked that were searched for. */
export function Highlighted({ text, terms }: { text: string; terms: readonly string[] }) {
  const parts = highlight(text, terms);
  // Parts have no identity but their place in the text.
  return parts.map((part, index) => (part.marked ? <mark key={index}>{part.text}</mark> : part.text));
}
