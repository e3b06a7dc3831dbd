import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { getRegion } from '../../geography/region/queries.server.ts';
import { FACT_GROUPS, type FactDefinition } from '../catalogue/production-facts/fact-table.server.ts';
import { UNITS } from '../catalogue/production-facts/quantities.ts';
import { STORED_FACTS } from '../catalogue/production-facts/queries.server.ts';
import { type StoredFacts, formatFactValue, formatStatement } from '../catalogue/production-facts/values.server.ts';
import { getAccessibleLocation, throwLocationNotFound } from '../working-copy/access.queries.server.ts';
import type { Caller, LocationRelation } from '../working-copy/policy.ts';
import { listFirstFacts } from './first-facts.server.ts';
import type { EditableFact, EditableFacts } from './schema.ts';

/**
 * The production facts of a working copy for a form. Read it in a snapshot, so that the facts and the version belong together.
 * @throws {ApiError} NOT_FOUND when the caller may not see it
 */
export async function getEditableFacts(snapshot: Db, caller: Caller, id: string): Promise<EditableFacts> {
  const { relation } = await getAccessibleLocation(snapshot, caller, id);
  const { version, stored, categories } = await getStoredFacts(snapshot, id);
  const groups = Object.entries(FACT_GROUPS).map(([title, facts]) => ({
    title,
    facts: facts.filter((fact) => isVisibleTo(relation, fact)).map((fact) => toEditable(fact, stored)),
  }));
  const first = listFirstFacts(categories, getRegion().outdoorCategories);
  return { version, groups: groups.filter(({ facts }) => facts.length > 0), first: [...first] };
}

/** Whether the owner or the team sees and changes a fact. */
export function isVisibleTo(relation: LocationRelation, { audience }: FactDefinition): boolean {
  return relation === 'team' || audience === 'public';
}

/** The production facts of a working copy with its version and the names of its categories. @throws {ApiError} NOT_FOUND */
export async function getStoredFacts(
  db: Db,
  id: string,
): Promise<{ version: number; stored: StoredFacts; categories: readonly string[] }> {
  const { rows } = await sql<{ version: number; stored: StoredFacts; categories: string[] }>`
    select l.version, coalesce(${STORED_FACTS}, '{}') as stored,
      array(select o.name from location_options lo join options o on o.id = lo.option_id
        where lo.location_id = l.id and lo.field = 'category') as categories
    from locations l where l.id = ${id}`.execute(db);
  return rows[0] ?? throwLocationNotFound();
}

function toEditable(fact: FactDefinition, stored: StoredFacts): EditableFact {
  const { name, label, kind, audience, options = {} } = fact;
  const found = stored[name];
  const text = found && formatFactValue(fact, found.value);
  return {
    name,
    label,
    hint: toHint(fact),
    kind,
    options: Object.entries(options),
    is_internal: audience === 'team',
    value: found && text !== undefined ? found.value : null,
    text: text ?? '',
    stated: found && text !== undefined ? formatStatement(found) : null,
  };
}

/** What the control explains: also in which units a number may be typed, and who sees the fact. */
function toHint({ hint, unit, audience }: FactDefinition): string | null {
  const examples = unit && `Such as ${UNITS[unit].example}.`;
  return [hint, examples, audience === 'team' && 'Not public.'].filter(Boolean).join(' ') || null;
}
