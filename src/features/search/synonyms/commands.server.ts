import { lockByName } from '../../../platform/db/locks.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext, Services } from '../../../platform/http/handlers.ts';
import { lockCaller } from '../../accounts/commands.server.ts';
import type { AuditType } from '../../audit-log/entry-types.ts';
import { assertVersions, recordAudit } from '../../audit-log/commands.server.ts';
import type { SynonymRule } from '../vocabulary/schema.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { MAX_RULES } from './limits.ts';
import { NO_SUCH_SYNONYM, SYNONYM_CHANGED, SYNONYM_EXISTS, TOO_MANY_RULES, otherMeaning } from './messages.ts';
import { formatRule, isSameRule } from './rules.ts';
import { findOtherwiseUnderstood } from './term-check.ts';

interface Reference {
  readonly id: string;
  readonly version?: number | undefined;
}
type Rule = SynonymRule & { readonly enabled: boolean };

type Context = CommandContext & { readonly search: Pick<Services['search'], 'vocabulary'> };

/** Adds a rule. @returns its id @throws {ApiError} INVALID if there is the same one or too many, or the search would ignore it */
export async function addSynonym(context: Context, rule: SynonymRule): Promise<string> {
  const { trx } = context;
  await lockRules(context);
  const { total } = await trx
    .selectFrom('search_synonyms')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (total >= MAX_RULES) throw new ApiError('INVALID', TOO_MANY_RULES);
  await assertUseful(trx, context.search.vocabulary, rule);
  const { id } = await trx
    .insertInto('search_synonyms')
    .values({ ...toColumns(rule), changed_by: context.actor.id, changed_at: context.at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await record(context, 'SYNONYM_ADDED', { after: formatRule(rule) });
  return id;
}

/** Changes a rule, or switches it off or on. @throws {ApiError} NOT_FOUND; CONFLICT; INVALID as for {@link addSynonym} */
export async function updateSynonym(
  context: Context,
  { id, version, enabled, ...rule }: Reference & Rule,
): Promise<void> {
  const { trx } = context;
  const before = await lockRule(context, { id, version });
  // Switching it off must always be possible.
  if (!isSameRule(before, rule)) await assertUseful(trx, context.search.vocabulary, rule, id);
  await trx
    .updateTable('search_synonyms')
    .set({ ...toColumns(rule), enabled, version: before.version + 1 })
    .set({ changed_by: context.actor.id, changed_at: context.at })
    .where('id', '=', id)
    .execute();
  await record(context, 'SYNONYM_CHANGED', {
    before: formatState(before),
    after: formatState({ ...rule, enabled }),
  });
}

/** @throws {ApiError} NOT_FOUND; CONFLICT */
export async function deleteSynonym(context: CommandContext, reference: Reference): Promise<void> {
  const { trx } = context;
  const before = await lockRule(context, reference);
  await trx.deleteFrom('search_synonyms').where('id', '=', reference.id).execute();
  await record(context, 'SYNONYM_DELETED', { before: formatState(before) });
}

/** Switches a term of the thesaurus off or on. @throws {ApiError} NOT_FOUND; CONFLICT */
export async function switchTerm(
  context: CommandContext,
  { term, enabled, version: expected }: { term: string; enabled: boolean; version?: number | undefined },
): Promise<void> {
  const { trx } = context;
  await lockRules(context);
  const known = await trx.selectFrom('thesaurus').select('term').where('term', '=', term).executeTakeFirst();
  if (!known) throw new ApiError('NOT_FOUND', NO_SUCH_SYNONYM);
  const before = await trx
    .selectFrom('thesaurus_switches')
    .select(['version', 'enabled'])
    .where('term', '=', term)
    .executeTakeFirst();
  const actual = before?.version ?? 0;
  const entry = { actorId: context.actor.id, details: { name: term }, at: context.at };
  await assertVersions(trx, entry, [{ expected, actual }], SYNONYM_CHANGED);
  const columns = { enabled, version: actual + 1, changed_by: context.actor.id, changed_at: context.at };
  await trx
    .insertInto('thesaurus_switches')
    .values({ term, ...columns })
    .onConflict((conflict) => conflict.column('term').doUpdateSet(columns))
    .execute();
  const state = (isOn: boolean) => `${term} (${isOn ? 'on' : 'off'})`;
  await record(context, 'SYNONYM_CHANGED', { before: state(before?.enabled ?? true), after: state(enabled) });
}

/** Serialises all changes of rules, so that their number and their difference from each other can be checked. */
async function lockRules({ trx, actor }: CommandContext): Promise<void> {
  await lockCaller(trx, actor);
  await lockByName(trx, 'search synonyms');
}

async function lockRule(context: CommandContext, { id, version }: Reference): Promise<Rule & { version: number }> {
  const { trx } = context;
  await lockRules(context);
  const row = await trx
    .selectFrom('search_synonyms')
    .select(['kind', 'terms', 'targets', 'enabled', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND', NO_SUCH_SYNONYM);
  const entry = { actorId: context.actor.id, details: { name: formatRule(row) }, at: context.at };
  await assertVersions(trx, entry, [{ expected: version, actual: row.version }], SYNONYM_CHANGED);
  return row;
}

/** @param except the id of the rule itself */
async function assertUseful(trx: Trx, vocabulary: Vocabulary, rule: SynonymRule, except?: string): Promise<void> {
  const term = findOtherwiseUnderstood(rule, vocabulary);
  if (term !== undefined) throw new ApiError('INVALID', otherMeaning(term), { terms: otherMeaning(term) });
  const others = await trx.selectFrom('search_synonyms').select(['id', 'kind', 'terms', 'targets']).execute();
  if (others.some((other) => other.id !== except && isSameRule(other, rule)))
    throw new ApiError('INVALID', SYNONYM_EXISTS, { terms: SYNONYM_EXISTS });
}

function toColumns({ kind, terms, targets }: SynonymRule) {
  return { kind, terms: [...terms], targets: [...targets] };
}

function formatState(rule: Rule): string {
  return `${formatRule(rule)}${rule.enabled ? '' : ' (off)'}`;
}

function record(
  { trx, actor, at }: CommandContext,
  type: AuditType,
  details: { before?: string; after?: string },
): Promise<void> {
  return recordAudit(trx, { type, actorId: actor.id, details, at });
}
