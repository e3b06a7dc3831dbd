import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { type Paged, TABLE_PAGE_SIZE } from '../../../platform/http/paging.ts';
import { toPerson } from '../../entry-subjects/queries.server.ts';
import { toKey } from '../text/analysis.ts';
import type { ThesaurusEntry } from '../vocabulary/schema.ts';
import type { synonyms } from './contract.ts';
import { NO_SUCH_SYNONYM } from './messages.ts';
import { ORIGINS, type Synonym, type SynonymRow } from './schema.ts';

type Params = z.output<typeof synonyms.input>;

/** Lists a page of the rules of the team and the terms of the thesaurus. There are a few thousand of them, so they are filtered here. */
export async function listSynonyms(db: Db, { page, sortBy, sortOrder, ...filter }: Params): Promise<Paged<SynonymRow>> {
  const [added, shipped] = await Promise.all([selectAdded(db), selectShipped(db)]);
  const rows = [...added.map(toAddedRow), ...shipped.map(toShippedRow)].filter((row) => matches(row, filter));
  const data = sortRows(rows, sortBy, sortOrder).slice((page - 1) * TABLE_PAGE_SIZE, page * TABLE_PAGE_SIZE);
  return { data, total: rows.length, current_page: page, per_page: TABLE_PAGE_SIZE };
}

/** Returns a rule of the team. @throws {ApiError} NOT_FOUND */
export async function findSynonym(db: Db, id: string): Promise<Synonym> {
  const [row] = await selectAdded(db, id);
  if (!row) throw new ApiError('NOT_FOUND', NO_SUCH_SYNONYM);
  const { version, kind, terms, targets, enabled } = row;
  return {
    id,
    version,
    kind,
    terms,
    targets,
    enabled,
    ...toChange(row),
    changed_at: row.changed_at.toISOString(),
  };
}

function selectAdded(db: Db, id?: string) {
  return db
    .selectFrom('search_synonyms as s')
    .leftJoin('users as u', 'u.id', 's.changed_by')
    .select(['s.id', 's.version', 's.kind', 's.terms', 's.targets', 's.enabled', 's.changed_at'])
    .select(['u.id as user_id', 'u.first_name', 'u.last_name', 'u.enabled_at'])
    .$if(id !== undefined, (query) => query.where('s.id', '=', id!))
    .orderBy('s.id')
    .execute();
}

interface ShippedTerm extends Changed {
  readonly term: string;
  readonly meanings: readonly Pick<ThesaurusEntry, 'field' | 'value' | 'related'>[];
  readonly version: number;
  readonly enabled: boolean;
}

async function selectShipped(db: Db): Promise<ShippedTerm[]> {
  const { rows } = await sql<ShippedTerm>`
    select t.*, coalesce(s.version, 0) as version, coalesce(s.enabled, true) as enabled, s.changed_at,
      u.id as user_id, u.first_name, u.last_name, u.enabled_at
    from (
      select term, json_agg(json_build_object('field', field, 'value', value, 'related', related)
        order by related, field, value) as meanings
      from thesaurus group by term
    ) t
    left join thesaurus_switches s using (term)
    left join users u on u.id = s.changed_by
    order by t.term`.execute(db);
  return rows;
}

interface Changed {
  readonly changed_at: Date | null;
  readonly user_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly enabled_at: Date | null;
}

function toChange(row: Changed) {
  return { changed_at: row.changed_at?.toISOString() ?? null, changed_by: toPerson({ ...row, id: row.user_id }) };
}

function toAddedRow(row: Awaited<ReturnType<typeof selectAdded>>[number]): SynonymRow {
  const { id, version, kind, terms, targets, enabled } = row;
  return { id, version, kind, terms, enabled, origin: 'ADDED', meanings: targets, ...toChange(row) };
}

function toShippedRow(row: ShippedTerm): SynonymRow {
  const { term, version, enabled } = row;
  const meanings = row.meanings
    .filter(({ field }) => field !== 'ignored')
    .map(({ value, related }) => (related ? `${value} (close)` : value));
  return {
    id: null,
    version,
    enabled,
    kind: 'ONE_WAY',
    origin: 'SHIPPED',
    terms: [term],
    meanings: [...new Set(meanings)],
    ...toChange(row),
  };
}

function matches(
  row: SynonymRow,
  { query, origin, kind, enabled }: Omit<Params, 'page' | 'sortBy' | 'sortOrder'>,
): boolean {
  if (origin !== undefined && row.origin !== origin) return false;
  if (kind !== undefined && row.kind !== kind) return false;
  if (enabled !== undefined && String(row.enabled) !== enabled) return false;
  const text = ` ${[...row.terms, ...row.meanings].map(toKey).join(' ')}`;
  return toKey(query)
    .split(' ')
    .every((word) => text.includes(` ${word}`));
}

/** By default the latest changes come first, and then the terms of the thesaurus. */
function sortRows(
  rows: readonly SynonymRow[],
  sortBy: Params['sortBy'] = 'changed_at',
  sortOrder: Params['sortOrder'] = sortBy === 'changed_at' ? 'desc' : 'asc',
): SynonymRow[] {
  const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const getTerms = (row: SynonymRow) => row.terms.map(toKey).join(' ');
  const compareBy = {
    terms: () => 0,
    origin: (a: SynonymRow, b: SynonymRow) =>
      compareText(ORIGINS[a.origin].toLowerCase(), ORIGINS[b.origin].toLowerCase()),
    changed_at: (a: SynonymRow, b: SynonymRow) => compareText(a.changed_at ?? '', b.changed_at ?? ''),
  };
  const direction = sortOrder === 'desc' ? -1 : 1;
  const termDirection = sortBy === 'terms' ? direction : 1;
  return rows.toSorted(
    (a, b) => direction * compareBy[sortBy](a, b) || termDirection * compareText(getTerms(a), getTerms(b)),
  );
}
