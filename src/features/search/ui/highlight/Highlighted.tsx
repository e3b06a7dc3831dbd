import { highlight } from './highlight.ts';

/** A text with the words highlighted that matched the search. */
export function Highlighted({ text, terms }: { text: string; terms: readonly string[] }) {
  const parts = highlight(text, terms);
  // The index identifies a chunk.
  return parts.map((part, index) => (part.marked ? <mark key={index}>{part.text}</mark> : part.text));
}
