import type { Db } from '../../../platform/db/transaction.ts';
import { isFacetField } from '../../locations/schema.ts';
import { type SynonymRule, type TermField, area, placeKind, thesaurusEntry } from './schema.ts';
import { Vocabulary } from './vocabulary.ts';

/** Reads all terms and places, and the names of all options. Leaves out places whose area is not valid: the other ones still work. */
export async function loadVocabulary(db: Db): Promise<Vocabulary> {
  const [places, thesaurus, options, synonyms, pins] = await Promise.all([
    db.selectFrom('search_places').selectAll().orderBy('id').execute(),
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
    places: places.flatMap((place) => {
      const { data } = area.safeParse(place.area);
      return data ? [{ ...place, kind: placeKind.parse(place.kind), area: data }] : [];
    }),
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
