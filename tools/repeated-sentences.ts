import { isTest, sources } from './import-graph.ts';

/** The text of a string literal that begins with a capital letter, and the text of an element. */
const TEXT = /(['"`])([A-Z](?:(?!\1)[^\\\n]|\\.)*)\1|>\s*([A-Z][^<>]*?)\s*</g;
/** Labels of fewer words may stand twice. */
const MIN_WORDS = 4;

/** The places of each sentence. */
const places = new Map<string, string[]>();
for (const [file, text] of sources) {
  if (isTest(file)) continue;
  for (const { index, 2: literal, 3: element } of text.matchAll(TEXT)) {
    const sentence = (literal ?? element ?? '').replace(/\{' '\}|\s+/g, ' ').replace(/ +/g, ' ');
    if (!/[a-z]{3}/.test(sentence) || sentence.split(' ').length < MIN_WORDS) continue;
    const place = `${file}:${text.slice(0, index).split('\n').length}`;
    places.set(sentence, [...(places.get(sentence) ?? []), place]);
  }
}
const repeated = [...places].filter(([, where]) => where.length > 1);
for (const [sentence, where] of repeated)
  console.error(`${where.join(', ')}: write ‘${sentence}’ once, in the messages.ts of the feature`);
process.exitCode = repeated.length > 0 ? 1 : 0;
