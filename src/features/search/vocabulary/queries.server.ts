import type { Db } from '../../../platform/db/transaction.ts';
import { isFacetField } from '../../locations/schema.ts';
import { type TermField, area, placeKind, thesaurusEntry } from './schema.ts';
import { Vocabulary } from './vocabulary.ts';

/** Reads all terms and places, and the names of all options. Leaves out places whose area is not valid: the other ones still work. */
export async function loadVocabulary(db: Db): Promise<Vocabulary> {
  const [places, thesaurus, options] = await Promise.all([
    db.selectFrom('search_places').selectAll().orderBy('id').execute(),
    db.selectFrom('thesaurus').selectAll().orderBy('term').orderBy('field').orderBy('value').execute(),
    db.selectFrom('options').select(['field', 'name']).orderBy('field').orderBy('position').execute(),
  ]);
  return new Vocabulary({
    places: places.flatMap((place) => {
      const { data } = area.safeParse(place.area);
      return data ? [{ ...place, kind: placeKind.parse(place.kind), area: data }] : [];
    }),
    thesaurus: thesaurus.map((entry) => thesaurusEntry.parse(entry)),
    options: options.flatMap(({ field, name }) => (isTermField(field) ? [{ field, name }] : [])),
  });
}

function isTermField(field: string): field is TermField {
  return isFacetField(field) && field !== 'localauthority' && field !== 'filmoffice';
}
