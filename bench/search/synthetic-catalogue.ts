import {
  type SearchDocument,
  FACET_FIELDS,
  type FacetField,
  RANGE_FIELDS,
} from '../../src/features/locations/catalogue/schema.ts';
import { type Random, pickOne, createRandom, pickZipf, randomInteger } from './random.ts';

/** Number of options of a field, and maximum per location. 173 options in total. */
const FIELDS: Readonly<Record<FacetField, { options: number; max: number }>> = {
  category: { options: 60, max: 3 },
  setting: { options: 24, max: 4 },
  century: { options: 22, max: 2 },
  condition: { options: 10, max: 1 },
  ownershiptype: { options: 9, max: 1 },
  localauthority: { options: 32, max: 1 },
  filmoffice: { options: 16, max: 1 },
};

const ONSETS = [
  'b',
  'br',
  'c',
  'ch',
  'cl',
  'cr',
  'd',
  'dr',
  'f',
  'fl',
  'g',
  'gl',
  'gr',
  'h',
  'k',
  'l',
  'm',
  'n',
  'p',
  'r',
  's',
  'st',
  'str',
  't',
  'tr',
  'w',
];
const VOWELS = ['a', 'ai', 'e', 'ea', 'i', 'ie', 'o', 'oa', 'oo', 'u'];
const CODAS = ['', '', 'ch', 'ck', 'ld', 'll', 'n', 'nd', 'r', 'rn', 'rt', 's', 'sh', 'st', 't', 'th'];
const KINDS =
  'castle house mill loch station pier farm church bridge cottage hall tower lighthouse garden street square glen beach harbour school'.split(
    ' ',
  );
const STOP_WORDS = ['the', 'of', 'and', 'in', 'with', 'by', 'to', 'a'];

/** Creates distinct words of an invented language, most frequent first. */
function createVocabulary(random: Random, size: number): string[] {
  const words = new Set<string>();
  while (words.size < size) {
    const syllables = words.size < 300 ? randomInteger(random, 1, 2) : randomInteger(random, 2, 3);
    let word = '';
    for (let i = 0; i < syllables; i++)
      word += pickOne(random, ONSETS) + pickOne(random, VOWELS) + pickOne(random, CODAS);
    if (word.length >= 4 && word.length <= 14) words.add(word);
  }
  return [...words];
}

const capitalise = (word: string) => word[0]!.toUpperCase() + word.slice(1);

/** The vocabulary, options and towns of synthetic locations. */
export class SyntheticData {
  readonly words = createVocabulary(createRandom(1), 40_000);
  readonly names = createVocabulary(createRandom(2), 30_000).map(capitalise);
  readonly options: Readonly<Record<FacetField, readonly string[]>>;
  readonly towns: readonly { name: string; authority: number; latitude: number; longitude: number }[];

  constructor() {
    const random = createRandom(3);
    const names = createVocabulary(random, 2_000).map(capitalise);
    this.options = Object.fromEntries(
      FACET_FIELDS.map((field) => [field, names.splice(0, FIELDS[field].options)]),
    ) as unknown as Record<FacetField, string[]>;
    this.towns = names.slice(0, 1_500).map((name) => ({
      name,
      authority: Math.floor(32 * random() ** 2),
      latitude: 54.7 + 4 * random(),
      longitude: -7 + 5 * random(),
    }));
  }
}

/** Generates a synthetic catalogue. Options, towns and words have skewed frequencies as in a real one. */
export function* syntheticCatalogue(data: SyntheticData, size: number): Generator<SearchDocument, void, undefined> {
  const random = createRandom(4);
  for (let i = 0; i < size; i++)
    yield syntheticDocument(data, random, `loc-${i.toString(36).padStart(8, '0')}-${(i * 7919) % 10_007}`);
}

export function syntheticDocument(data: SyntheticData, random: Random, id: string): SearchDocument {
  const town = pickZipf(random, data.towns, 20);
  return {
    id,
    title: title(data, random),
    nearesttown: town.name,
    description: description(data, random),
    address: [],
    options: {
      ...options(data, random),
      localauthority: [data.options.localauthority[town.authority]!],
      filmoffice: [data.options.filmoffice[town.authority >> 1]!],
    },
    numbers: numbers(id),
    position:
      random() < 0.97
        ? { latitude: town.latitude + 0.3 * (random() - 0.5), longitude: town.longitude + 0.4 * (random() - 0.5) }
        : null,
    featured: random() < 0.002,
    pictured: random() < 0.7,
    publishedAt: 1_600_000_000_000 + Math.floor(random() * 180_000_000_000),
  };
}

function title(data: SyntheticData, random: Random): string {
  const name = pickZipf(random, data.names, 500);
  const kind = capitalise(pickZipf(random, KINDS, 5));
  const more = random() < 0.3 ? ` ${pickZipf(random, data.names, 500)}` : '';
  return random() < 0.2 ? `${kind} of ${name}${more}` : `${name} ${kind}${more}`;
}

/** Returns 20 to 60 words, one in eight a stop word. */
function description(data: SyntheticData, random: Random): string {
  const words: string[] = [];
  for (let n = randomInteger(random, 20, 60); n > 0; n--) {
    if (random() < 0.125) words.push(pickOne(random, STOP_WORDS));
    else words.push(pickZipf(random, data.words, 10) + (random() < 0.12 ? 's' : ''));
  }
  return `${capitalise(words.join(' '))}.`;
}

function options(data: SyntheticData, random: Random): Record<FacetField, string[]> {
  return Object.fromEntries(
    FACET_FIELDS.map((field) => {
      const chosen = new Set<string>();
      for (let n = randomInteger(random, 1, FIELDS[field].max); n > 0; n--)
        chosen.add(pickZipf(random, data.options[field], 2));
      return [field, [...chosen]];
    }),
  ) as Record<FacetField, string[]>;
}

/** Returns a number for one in three locations; small numbers are more frequent. */
function numbers(id: string): SearchDocument['numbers'] {
  const random = createRandom([...id].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) >>> 0);
  const number = () => (random() < 1 / 3 ? Math.floor(500 * random() ** 3) : null);
  return Object.fromEntries(RANGE_FIELDS.map((field) => [field, number()])) as SearchDocument['numbers'];
}
