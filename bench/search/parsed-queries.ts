import type { TermField } from '../../src/features/search/vocabulary/schema.ts';
import { Vocabulary } from '../../src/features/search/vocabulary/vocabulary.ts';
import { type Random, pickOne, pickZipf } from './random.ts';
import type { SyntheticData } from './synthetic-catalogue.ts';

/** Queries by what they contain besides plain words. `relaxed` has more conditions than any location matches. */
export const PARSED_KINDS = ['term', 'term and place', 'term and distance', 'relaxed'] as const;
export type ParsedKind = (typeof PARSED_KINDS)[number];

const FIELDS: readonly TermField[] = ['category', 'setting', 'century', 'condition', 'ownershiptype'];
/** Kilometres around a town that belong to it. */
const TOWN_REACH = 8;

/** The options and towns of the synthetic catalogue as terms and places. */
export function createSyntheticVocabulary({ options, towns }: SyntheticData): Vocabulary {
  return new Vocabulary({
    thesaurus: [],
    options: FIELDS.flatMap((field) => options[field].map((name) => ({ field, name }))),
    places: towns.map(({ name, latitude, longitude }) => {
      const circle: [number, number, number] = [latitude, longitude, TOWN_REACH];
      const area = { councils: [], circles: [circle], outlines: [] };
      return { kind: 'town', name, names: [name], common: true, latitude, longitude, reach: TOWN_REACH, area };
    }),
  });
}

export function createParsedWords(random: Random, kind: ParsedKind, data: SyntheticData): string {
  const term = (field: TermField) => pickZipf(random, data.options[field], 2);
  const town = pickOne(random, data.towns).name;
  switch (kind) {
    case 'term':
      return `${term('category')} ${pickZipf(random, data.words, 10)}`;
    case 'term and place':
      return `${term('category')} in ${town}`;
    case 'term and distance':
      return `${term('setting')} ${term('category')} within ${10 + Math.floor(60 * random())} km of ${town}`;
    case 'relaxed':
      return `${term('condition')} ${term('century')} ${term('category')} ${pickOne(random, data.names)} near ${town}`;
  }
}
