/**
 * The English stemmer of the Snowball project, Porter2 (https://snowballstem.org/algorithms/english/stemmer.html), for lower-case words
 * without apostrophes. A consonant `y` is written `Y` in between.
 */
export function porter2(word: string): string {
  if (word.length < 3) return word;
  const exception = EXCEPTIONS.get(word);
  if (exception !== undefined) return exception;
  const marked = word.includes('y') ? word.replace(/^y/, 'Y').replace(/([aeiouy])y/g, '$1Y') : word;
  const singular = removePlural(marked);
  if (UNCHANGED.has(singular)) return singular;
  const r1 = marked.match(BEFORE_R1)?.[0].length ?? marked.length;
  BEFORE_R2.lastIndex = r1;
  const r2 = BEFORE_R2.test(marked) ? BEFORE_R2.lastIndex : marked.length;
  let stem = removePastOrParticiple(singular, r1);
  if (/.[^aeiouy][yY]$/.test(stem)) stem = `${stem.slice(0, -1)}i`;
  stem = replaceSuffix(stem, r1, STEP_2);
  if (!stem.endsWith('ative')) stem = replaceSuffix(stem, r1, STEP_3);
  else if (stem.length - 5 >= r2) stem = stem.slice(0, -5);
  stem = replaceSuffix(stem, r2, STEP_4);
  return removeFinalLetter(stem, r1, r2).replaceAll('Y', 'y');
}

const EXCEPTIONS: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ skis: 'ski', skies: 'sky', dying: 'die', lying: 'lie', tying: 'tie', idly: 'idl' }),
  ...Object.entries({ gently: 'gentl', ugly: 'ugli', early: 'earli', only: 'onli', singly: 'singl' }),
  ...['sky', 'news', 'howe', 'atlas', 'cosmos', 'bias', 'andes'].map((word) => [word, word] as const),
]);
const UNCHANGED: ReadonlySet<string> = new Set(
  'inning outing canning herring earring proceed exceed succeed'.split(' '),
);

/** Match the text before the regions R1 and R2 of the algorithm. Suffixes are removed in these regions. */
const BEFORE_R1 = /^(?:gener|commun|arsen|[^aeiouy]*[aeiouy]+[^aeiouy])/;
const BEFORE_R2 = /[^aeiouy]*[aeiouy]+[^aeiouy]/y;
/** Matches a word that ends in a short syllable. */
const ENDS_SHORT = /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy])$/;

const STEP_2 = createSuffixRules(
  {
    tional: 'tion',
    enci: 'ence',
    anci: 'ance',
    abli: 'able',
    entli: 'ent',
    izer: 'ize',
    ization: 'ize',
    ational: 'ate',
    ation: 'ate',
    ator: 'ate',
    alism: 'al',
    aliti: 'al',
    alli: 'al',
    fulness: 'ful',
    ousli: 'ous',
    ousness: 'ous',
    iveness: 'ive',
    iviti: 'ive',
    biliti: 'ble',
    bli: 'ble',
    ogi: 'og',
    fulli: 'ful',
    lessli: 'less',
    li: '',
  },
  { ogi: 'l', li: 'cdeghkmnrt' },
);
const STEP_3 = createSuffixRules({
  tional: 'tion',
  ational: 'ate',
  alize: 'al',
  icate: 'ic',
  iciti: 'ic',
  ical: 'ic',
  ful: '',
  ness: '',
});
const STEP_4 = createSuffixRules(
  Object.fromEntries(
    'al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion'.split(' ').map((end) => [end, '']),
  ),
  { ion: 'st' },
);

interface SuffixRules {
  readonly pattern: RegExp;
  readonly replacements: Readonly<Record<string, string>>;
}

/** @param after by suffix, the letters one of which must precede it */
function createSuffixRules(
  replacements: Record<string, string>,
  after: Readonly<Record<string, string>> = {},
): SuffixRules {
  const patterns = Object.keys(replacements).map((suffix) => (after[suffix] ? `(?<=[${after[suffix]}])` : '') + suffix);
  return { pattern: new RegExp(`(?:${patterns.join('|')})$`), replacements };
}

/** Replaces the longest suffix that matches, if it starts at `from` or later. */
function replaceSuffix(word: string, from: number, { pattern, replacements }: SuffixRules): string {
  const at = word.search(pattern);
  return at < from ? word : word.slice(0, at) + replacements[word.slice(at)]!;
}

function removePlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1);
  return /[aeiouy].*[^us]s$/.test(word) && !/^[^aeiouy]*[aeiouy]s$/.test(word) ? word.slice(0, -1) : word;
}

function removePastOrParticiple(word: string, r1: number): string {
  const at = word.search(/(?:eed|ed|ing)(?:ly)?$/);
  if (at < 0) return word;
  if (word.startsWith('eed', at)) return at < r1 ? word : word.slice(0, at + 2);
  const verb = word.slice(0, at);
  if (!/[aeiouy]/.test(verb)) return word;
  if (/(?:at|bl|iz)$/.test(verb)) return `${verb}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(verb)) return verb.slice(0, -1);
  return verb.length === r1 && ENDS_SHORT.test(verb) ? `${verb}e` : verb;
}

/** Removes a final `e`, or the r2 of two final `l`. */
function removeFinalLetter(word: string, r1: number, r2: number): string {
  const at = word.length - 1;
  if (word.endsWith('ll')) return at >= r2 ? word.slice(0, at) : word;
  if (!word.endsWith('e')) return word;
  return at >= r2 || (at >= r1 && !ENDS_SHORT.test(word.slice(0, at))) ? word.slice(0, at) : word;
}
