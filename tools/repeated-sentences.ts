import { isTest, sources } from './import-graph.ts';

/** A sentence for users, as a string literal or as the text of an element. */
const SENTENCE = /(['"`])([A-Z][^'"`\n]* [^'"`\n]*[.?])\1|>\s*([A-Z][^<>{}]* [^<>{}]*[.?])\s*</g;

/** The places of each sentence. */
const places = new Map<string, string[]>();
for (const [file, text] of sources) {
  if (isTest(file)) continue;
  for (const { index, 2: literal, 3: element } of text.matchAll(SENTENCE)) {
    const sentence = (literal ?? element ?? '').replace(/\s+/g, ' ');
    const place = `${file}:${text.slice(0, index).split('\n').length}`;
    places.set(sentence, [...(places.get(sentence) ?? []), place]);
  }
}
const repeated = [...places].filter(([, where]) => where.length > 1);
for (const [sentence, where] of repeated)
  console.error(`${where.join(', ')}: write ‘${sentence}’ once, in the messages.ts of the feature`);
process.exitCode = repeated.length > 0 ? 1 : 0;
