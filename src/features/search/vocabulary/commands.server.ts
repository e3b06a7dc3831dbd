import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { z } from 'zod';
import { lockForLongWork } from '../../../platform/db/locks.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import { getRegion, getRegionPath, readRegionJson } from '../../geography/region/queries.server.ts';
import { tokenize } from '../text/analysis.ts';
import { type Place, type ThesaurusEntry, defaultPlace, thesaurusEntry } from './schema.ts';

const THESAURUS = new URL('../thesaurus/thesaurus.csv', import.meta.url);

/**
 * Fills a database without places and terms with those that come with the product. If several nodes start together, one does it and the
 * others wait.
 */
export async function seedVocabulary(db: Db): Promise<void> {
  if (await hasVocabulary(db)) return;
  const { places, thesaurus } = await readDefaults();
  await db.transaction().execute(async (trx) => {
    await lockForLongWork(trx, 'search vocabulary');
    if (await hasVocabulary(trx)) return;
    await sql`
      insert into search_places (kind, name, names, common, latitude, longitude, reach, area)
      select kind, name, names, common, latitude, longitude, reach, area
      from json_to_recordset(${JSON.stringify(places)}) as p (kind text, name text, names text[], common boolean,
        latitude double precision, longitude double precision, reach real, area jsonb)`.execute(trx);
    await sql`
      insert into thesaurus (term, field, value, related)
      select term, field, value, related
      from json_to_recordset(${JSON.stringify(thesaurus)}) as t (term text, field text, value text, related boolean)
    `.execute(trx);
  });
}

/** Reads the terms that come with the product, and the places and terms of the region. Of two equal meanings that of the region counts. */
export async function readDefaults(): Promise<{ places: Place[]; thesaurus: ThesaurusEntry[] }> {
  const { optionNames } = getRegion();
  const common = await readThesaurus(THESAURUS);
  const own = await readThesaurus(getRegionPath('thesaurus.csv'));
  const toKey = ({ term, field, value }: ThesaurusEntry) => [term, field, value].join('\n');
  const entries = [...common.map((entry) => ({ ...entry, value: optionNames[entry.value] ?? entry.value })), ...own];
  return {
    places: z.array(defaultPlace).parse(readRegionJson('search-places.json')),
    thesaurus: [...new Map(entries.map((entry) => [toKey(entry), entry])).values()],
  };
}

/** Reads the words of all terms of the trade. */
export async function readThesaurusWords(): Promise<readonly string[]> {
  const { thesaurus } = await readDefaults();
  return thesaurus.flatMap(({ term }) => tokenize(term).map(({ word }) => word));
}

async function readThesaurus(file: string | URL): Promise<ThesaurusEntry[]> {
  const rows: unknown[] = parse(await readFile(file), { columns: true });
  return z.array(thesaurusEntry.extend({ related: z.stringbool() })).parse(rows);
}

async function hasVocabulary(db: Db): Promise<boolean> {
  const place = await db.selectFrom('search_places').select('id').limit(1).executeTakeFirst();
  const term = await db.selectFrom('thesaurus').select('term').limit(1).executeTakeFirst();
  return place !== undefined || term !== undefined;
}
