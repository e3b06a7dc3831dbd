import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { type FacetField, isFacetField } from '../../locations/catalogue/schema.ts';
import { toKey } from '../text/analysis.ts';
import { type Place, type SynonymRule, type TermField, area, placeKind, thesaurusEntry } from './schema.ts';
import { getLandmarks } from './landmarks.server.ts';
import { parsePeriod } from './periods.ts';
import { PlaceNames, isSamePlace } from './place-names.ts';
import { Vocabulary } from './vocabulary.ts';

/**
 * Returns a function that loads the newest vocabulary: all terms and places, and the names of all options. It reads the places, which take
 * most of the time and hardly ever change, only if they have changed since its last call.
 */
export function createVocabularyLoader(db: Db): () => Promise<Vocabulary> {
  let known: { readonly hash: string; readonly names: PlaceNames } | undefined;
  return async () => {
    // Before the places: if they change in between, they are read once more on the next change.
    const hash = await hashPlaces(db);
    if (known?.hash !== hash) known = { hash, names: await loadPlaceNames(db) };
    return loadVocabulary(db, known.names);
  };
}

async function hashPlaces(db: Db): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    select coalesce(md5(string_agg(place::text, '' order by id)), '') as hash from search_places place`.execute(db);
  return rows[0]!.hash;
}

/** Leaves out places whose area is not valid: the other ones still work. */
async function loadPlaceNames(db: Db): Promise<PlaceNames> {
  const rows = await db.selectFrom('search_places').selectAll().orderBy('id').execute();
  const places = rows.flatMap((place) => {
    const { data } = area.safeParse(place.area);
    return data ? [{ ...place, kind: placeKind.parse(place.kind), area: data }] : [];
  });
  return new PlaceNames(withLandmarks(places, await getLandmarks()));
}

/** Adds landmarks to the places of the site, except those that are one of them by another name: "Isle of Skye". */
function withLandmarks(places: readonly Place[], landmarks: readonly Place[]): Place[] {
  const known = new Map<string, Place[]>();
  for (const place of places) {
    if (!place.common) continue;
    for (const name of place.names) known.set(toKey(name), [...(known.get(toKey(name)) ?? []), place]);
  }
  const others = landmarks.filter(
    (landmark) => !landmark.names.some((name) => known.get(toKey(name))?.some((place) => isSamePlace(place, landmark))),
  );
  // Places that a name means by itself come before others of that name.
  return [...places, ...others].sort((a, b) => Number(b.common) - Number(a.common));
}

/** An option that some words of a text mean. */
interface TermMeaning {
  readonly option: string;
  /** Whether the meaning is only close. */
  readonly isRelated: boolean;
  /** Whether they are the whole text, or its end, which in English says what a thing is: "bascule bridge". */
  readonly extent: 'whole' | 'end' | 'other';
}

/** Returns a function that lists the options of a field that the words of a text mean, by the terms of the site. */
export async function loadTermMeanings(db: Db): Promise<(field: FacetField, text: string) => TermMeaning[]> {
  const vocabulary = await loadVocabulary(db, new PlaceNames([]));
  return (field, text) => {
    const words = toKey(text).split(' ');
    return words.flatMap((_, start): TermMeaning[] => {
      const rest = words.slice(start);
      const getExtent = (length: number): TermMeaning['extent'] =>
        length < rest.length ? 'other' : start === 0 ? 'whole' : 'end';
      const period = field === 'century' ? parsePeriod(rest) : undefined;
      const found = vocabulary.findMeaning(rest);
      return [
        ...(period ? [{ option: period.century, isRelated: false, extent: getExtent(period.length) }] : []),
        ...(found?.entry.options ?? [])
          .filter((option) => option.field === field)
          .map((option) => ({ option: option.name, isRelated: option.related, extent: getExtent(found!.length) })),
      ];
    });
  };
}

async function loadVocabulary(db: Db, places: PlaceNames): Promise<Vocabulary> {
  const [thesaurus, options, synonyms, pins] = await Promise.all([
    db
      .selectFrom('thesaurus as t')
      .selectAll()
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('thesaurus_switches as s')
              .select('s.term')
              .whereRef('s.term', '=', 't.term')
              .where('enabled', '=', false),
          ),
        ),
      )
      .orderBy('term')
      .orderBy('field')
      .orderBy('value')
      .execute(),
    db.selectFrom('options').select(['field', 'name']).orderBy('field').orderBy('position').execute(),
    listActiveRules(db),
    db
      .selectFrom('search_pins as p')
      .innerJoin('search_pin_locations as l', 'l.pin_id', 'p.id')
      .select(['p.key', 'l.location_id'])
      .orderBy('p.key')
      .orderBy('l.position')
      .execute(),
  ]);
  return new Vocabulary({
    places,
    thesaurus: thesaurus.map((entry) => thesaurusEntry.parse(entry)),
    options: options.flatMap(({ field, name }) => (isTermField(field) ? [{ field, name }] : [])),
    synonyms,
    pins: Array.from(
      Map.groupBy(pins, ({ key }) => key),
      ([key, rows]) => ({ key, locations: rows.map((row) => row.location_id) }),
    ),
  });
}

/** The rules of the Locations Team that are on. @param except the id of one to leave out */
export function listActiveRules(db: Db, except?: string): Promise<SynonymRule[]> {
  return db
    .selectFrom('search_synonyms')
    .select(['kind', 'terms', 'targets'])
    .where('enabled', '=', true)
    .$if(except !== undefined, (query) => query.where('id', '!=', except!))
    .orderBy('id')
    .execute();
}

function isTermField(field: string): field is TermField {
  return isFacetField(field) && field !== 'localauthority' && field !== 'filmoffice';
}
