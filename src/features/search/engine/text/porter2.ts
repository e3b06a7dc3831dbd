/**
 * The English stemmer of the Snowball project, known as Porter2 (https://snowballstem.org/algorithms/english/stemmer.html),
 * for words in lower case without apostrophes. A `y` that is a consonant is written `Y` meanwhile.
 */
export function porter2(word: string): string {
  if (word.length < 3) return word;
  const exception = EXCEPTIONS.get(word);
  if (exception !== undefined) return exception;
  const marked = word.includes('y') ? word.replace(/^y/, 'Y').replace(/([aeiouy])y/g, '$1Y') : word;
  const singular = withoutPlural(marked);
  if (LEFT_AS_THEY_ARE.has(singular)) return singular;
  const first = marked.match(FIRST_REGION)?.[0].length ?? marked.length;
  SECOND_REGION.lastIndex = first;
  const second = SECOND_REGION.test(marked) ? SECOND_REGION.lastIndex : marked.length;
  let stem = withoutPast(singular, first);
  if (/.[^aeiouy][yY]$/.test(stem)) stem = `${stem.slice(0, -1)}i`;
  stem = replaceEnding(stem, first, DERIVED);
  if (!stem.endsWith('ative')) stem = replaceEnding(stem, first, DERIVED_AGAIN);
  else if (stem.length - 5 >= second) stem = stem.slice(0, -5);
  stem = replaceEnding(stem, second, DELETED);
  return withoutLast(stem, first, second).replaceAll('Y', 'y');
}

const EXCEPTIONS: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ skis: 'ski', skies: 'sky', dying: 'die', lying: 'lie', tying: 'tie', idly: 'idl' }),
  ...Object.entries({ gently: 'gentl', ugly: 'ugli', early: 'earli', only: 'onli', singly: 'singl' }),
  ...['sky', 'news', 'howe', 'atlas', 'cosmos', 'bias', 'andes'].map((word) => [word, word] as const),
]);
const LEFT_AS_THEY_ARE: ReadonlySet<string> = new Set(
  'inning outing canning herring earring proceed exceed succeed'.split(' '),
);

/** What stands before the part of a word where endings are looked for, and before the part of that for long endings. */
const FIRST_REGION = /^(?:gener|commun|arsen|[^aeiouy]*[aeiouy]+[^aeiouy])/;
const SECOND_REGION = /[^aeiouy]*[aeiouy]+[^aeiouy]/y;
/** The end of a word whose last syllable is short. */
const SHORT = /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy])$/;

const DERIVED = endings(
  {
    ...{ tional: 'tion', enci: 'ence', anci: 'ance', abli: 'able', entli: 'ent', izer: 'ize', ization: 'ize' },
    ...{ ational: 'ate', ation: 'ate', ator: 'ate', alism: 'al', aliti: 'al', alli: 'al', fulness: 'ful' },
    ...{ ousli: 'ous', ousness: 'ous', iveness: 'ive', iviti: 'ive', biliti: 'ble', bli: 'ble', ogi: 'og' },
    ...{ fulli: 'ful', lessli: 'less', li: '' },
  },
  { ogi: 'l', li: 'cdeghkmnrt' },
);
const DERIVED_AGAIN = endings({
  ...{ tional: 'tion', ational: 'ate', alize: 'al', icate: 'ic', iciti: 'ic', ical: 'ic', ful: '', ness: '' },
});
const DELETED = endings(
  Object.fromEntries(
    'al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion'.split(' ').map((end) => [end, '']),
  ),
  { ion: 'st' },
);

interface Endings {
  readonly pattern: RegExp;
  readonly replacements: Readonly<Record<string, string>>;
}

/** @param after for some endings, the letters one of which must stand before them */
function endings(replacements: Record<string, string>, after: Readonly<Record<string, string>> = {}): Endings {
  const patterns = Object.keys(replacements).map((ending) => (after[ending] ? `(?<=[${after[ending]}])` : '') + ending);
  return { pattern: new RegExp(`(?:${patterns.join('|')})$`), replacements };
}

/** Replaces the longest of the endings that a word has, if it begins at `from` or later. */
function replaceEnding(word: string, from: number, { pattern, replacements }: Endings): string {
  const at = word.search(pattern);
  return at < from ? word : word.slice(0, at) + replacements[word.slice(at)]!;
}

function withoutPlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1);
  return /[aeiouy].*[^us]s$/.test(word) && !/^[^aeiouy]*[aeiouy]s$/.test(word) ? word.slice(0, -1) : word;
}

function withoutPast(word: string, first: number): string {
  const at = word.search(/(?:eed|ed|ing)(?:ly)?$/);
  if (at < 0) return word;
  if (word.startsWith('eed', at)) return at < first ? word : word.slice(0, at + 2);
  const verb = word.slice(0, at);
  if (!/[aeiouy]/.test(verb)) return word;
  if (/(?:at|bl|iz)$/.test(verb)) return `${verb}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(verb)) return verb.slice(0, -1);
  return verb.length === first && SHORT.test(verb) ? `${verb}e` : verb;
}

/** Without an `e` or one of two `l` at its end. */
function withoutLast(word: string, first: number, second: number): string {
  const at = word.length - 1;
  if (word.endsWith('ll')) return at >= second ? word.slice(0, at) : word;
  if (!word.endsWith('e')) return word;
  return at >= second || (at >= first && !SHORT.test(word.slice(0, at))) ? word.slice(0, at) : word;
}
