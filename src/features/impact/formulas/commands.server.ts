import { sql } from 'kysely';
import type { z } from 'zod';
import { lockByName } from '../../../platform/db/locks.ts';
import { assertWithinLimit } from '../../../platform/feature/row-limits.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { lockCaller } from '../../accounts/commands.server.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { FORMULA_RETIRED, NO_SUCH_FORMULA, formulaLimit } from '../messages.ts';
import type { addFormula, retireFormula } from './contract.ts';
import { MAX_FORMULAS } from './schema.ts';

/** Adds a formula, or the next version of one, which retires the version before. @throws {ApiError} CONFLICT at the limit */
export async function createFormula(
  { trx, actor, at }: CommandContext,
  form: z.output<typeof addFormula.input>,
): Promise<void> {
  await lockCaller(trx, actor);
  await assertWithinLimit(trx, {
    lock: 'impact formulas',
    count: sql`select count(*) from impact_formulas`,
    adding: 1,
    max: MAX_FORMULAS,
    message: formulaLimit,
  });
  const { rows } = await sql<{ version: number }>`
    select coalesce(max(version), 0) + 1 as version from impact_formulas where lower(name) = lower(${form.name})`.execute(
    trx,
  );
  const version = rows[0]?.version ?? 1;
  await sql`
    update impact_formulas set retired_at = ${at} where lower(name) = lower(${form.name}) and retired_at is null`.execute(
    trx,
  );
  await trx
    .insertInto('impact_formulas')
    .values({ ...form, version, user_id: actor.id, created_at: at })
    .execute();
  await recordAudit(trx, {
    type: 'IMPACT_FORMULA_ADDED',
    actorId: actor.id,
    details: { name: form.name, version },
    at,
  });
}

/** Retires a formula. @throws {ApiError} NOT_FOUND; CONFLICT for one that is retired already */
export async function endFormula(
  { trx, actor, at }: CommandContext,
  { id }: z.output<typeof retireFormula.input>,
): Promise<void> {
  await lockCaller(trx, actor);
  await lockByName(trx, 'impact formulas');
  const row = await trx
    .selectFrom('impact_formulas')
    .select(['name', 'version', 'retired_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND', NO_SUCH_FORMULA);
  if (row.retired_at !== null) throw new ApiError('CONFLICT', FORMULA_RETIRED);
  await trx.updateTable('impact_formulas').set({ retired_at: at }).where('id', '=', id).execute();
  const { name, version } = row;
  await recordAudit(trx, { type: 'IMPACT_FORMULA_RETIRED', actorId: actor.id, details: { name, version }, at });
}
