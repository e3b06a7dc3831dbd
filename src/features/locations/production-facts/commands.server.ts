import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { toDay } from '../../../platform/text/days.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { findFact } from '../catalogue/production-facts/fact-table.server.ts';
import { FACT_FOR_TEAM, FUTURE_STATEMENT, UNKNOWN_FACT } from '../catalogue/production-facts/messages.ts';
import type { FactSource } from '../catalogue/production-facts/schema.ts';
import { type StoredFact, type StoredFacts, parseFactValue } from '../catalogue/production-facts/values.server.ts';
import { assertValid } from '../working-copy/check-fields.ts';
import { lockForChange, recordChange } from '../working-copy/commands.server.ts';
import type { LocationRelation } from '../working-copy/policy.ts';
import { assertLocationVersions } from '../working-copy/versions.commands.server.ts';
import { getStoredFacts, isVisibleTo } from './queries.server.ts';
import type { SentFacts } from './schema.ts';

/** The facts to change by name; null for those that become unknown. */
type FactChanges = Readonly<Record<string, StoredFact | null>>;

/**
 * Saves production facts of a working copy: all of them or nothing.
 * @throws {ApiError} NOT_FOUND; INVALID when a value does not fit its fact, the day is in the future, or an owner sends what only the team
 *   says; CONFLICT when it awaits approval, or does not have the expected version
 */
export async function saveFacts(
  { trx, actor, at }: CommandContext,
  { id, version: expected, ...sent }: SentFacts & { id: string; version?: number | undefined },
): Promise<void> {
  const location = await lockForChange(trx, actor, id);
  const { version, stored } = await getStoredFacts(trx, id);
  const entry = { actorId: actor.id, locationId: id, at };
  await assertLocationVersions(trx, entry, { id, version, expected: { version: expected } });
  const isOwner = location.relation === 'owner';
  const statement = isOwner ? getOwnerStatement(sent, at) : getTeamStatement(sent, at);
  const changes = listChanges(stored, checkFacts(location.relation, sent.facts, statement));
  const names = Object.keys(changes);
  if (names.length === 0) return;
  await writeFacts(trx, id, changes);
  const { revision } = await recordChange(trx, location, at);
  const details = { fields: names.join(', '), ...(revision !== undefined && { revision }) };
  if (!isOwner) await recordAudit(trx, { type: 'LOCATION_UPDATED', ...entry, details });
}

/**
 * Gives a locked working copy the production facts of a revision.
 * @returns whether any has changed
 */
export async function restoreFacts(trx: Trx, id: string, earlier: StoredFacts): Promise<boolean> {
  const { stored } = await getStoredFacts(trx, id);
  const unknown = Object.fromEntries(Object.keys(stored).map((name) => [name, null]));
  const changes = listChanges(stored, { ...unknown, ...earlier });
  if (Object.keys(changes).length === 0) return false;
  await writeFacts(trx, id, changes);
  return true;
}

interface Statement {
  readonly source: FactSource;
  readonly stated_on: string;
}

/** @throws {ApiError} INVALID */
function getOwnerStatement({ source, stated_on }: SentFacts, at: Date): Statement {
  if (source !== undefined) throw new ApiError('INVALID', FACT_FOR_TEAM, { source: FACT_FOR_TEAM });
  if (stated_on !== undefined) throw new ApiError('INVALID', FACT_FOR_TEAM, { stated_on: FACT_FOR_TEAM });
  return { source: 'OWNER', stated_on: toDay(at) };
}

/** @throws {ApiError} INVALID */
function getTeamStatement({ source = 'TEAM', stated_on }: SentFacts, at: Date): Statement {
  const today = toDay(at);
  if (stated_on !== undefined && stated_on > today)
    throw new ApiError('INVALID', FUTURE_STATEMENT, { stated_on: FUTURE_STATEMENT });
  return { source, stated_on: stated_on ?? today };
}

/** @throws {ApiError} INVALID */
function checkFacts(relation: LocationRelation, sent: SentFacts['facts'], statement: Statement): FactChanges {
  const values: Record<string, StoredFact | null> = {};
  const problems: Record<string, string> = {};
  for (const [name, typed] of Object.entries(sent)) {
    const fact = findFact(name);
    if (!fact) {
      problems[name] = UNKNOWN_FACT;
      continue;
    }
    const parsed = isVisibleTo(relation, fact) ? parseFactValue(fact, typed) : { problem: FACT_FOR_TEAM };
    if ('problem' in parsed) problems[name] = parsed.problem;
    else values[name] = parsed.value === null ? null : { value: parsed.value, ...statement };
  }
  return assertValid({ values, problems });
}

/** Those of the facts that differ from the stored ones. */
function listChanges(stored: StoredFacts, facts: FactChanges): FactChanges {
  const toComparable = (fact: StoredFact | null | undefined) =>
    JSON.stringify(fact && [fact.value, fact.source, fact.stated_on]);
  return Object.fromEntries(
    Object.entries(facts).filter(([name, fact]) => toComparable(fact) !== toComparable(stored[name] ?? null)),
  );
}

/** Writes facts of a locked working copy and raises its version. */
async function writeFacts(trx: Trx, id: string, changes: FactChanges): Promise<void> {
  const names = Object.keys(changes);
  await trx.deleteFrom('location_facts').where('location_id', '=', id).where('fact', 'in', names).execute();
  const rows = Object.entries(changes).flatMap(([fact, stated]) =>
    stated === null ? [] : [{ location_id: id, fact, ...stated, value: JSON.stringify(stated.value) }],
  );
  if (rows.length > 0) await trx.insertInto('location_facts').values(rows).execute();
  await trx
    .updateTable('locations')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}
