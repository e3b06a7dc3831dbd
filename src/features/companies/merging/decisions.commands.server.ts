import { sql } from 'kysely';
import type { z } from 'zod';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { lockCaller } from '../../accounts/commands.server.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { toAuditEntry } from '../commands.server.ts';
import { KINDS, type Kind } from '../kinds.ts';
import { isLikelySame } from '../list.queries.server.ts';
import { NOT_ALIKE } from '../messages.ts';
import type { decideCompanyDuplicate } from './contract.ts';

/**
 * Records that two entries that look alike are two companies or people, or undoes that. Calling it again changes nothing.
 * @throws {ApiError} NOT_FOUND; CONFLICT if they have nothing in common
 */
export async function decideDuplicate(
  { trx, actor, at }: CommandContext,
  kind: Kind,
  { id, otherId, isDifferent }: z.output<typeof decideCompanyDuplicate.input>,
): Promise<void> {
  await lockCaller(trx, actor);
  const { different, notFound, audit } = KINDS[kind];
  const entries = await lockPair(trx, kind, [id, otherId]);
  const entry = entries.find((row) => row.id === id);
  if (!entry || (id !== otherId && entries.length < 2)) throw new ApiError('NOT_FOUND', notFound);
  const ids = sql`least(${id}::uuid, ${otherId}::uuid), greatest(${id}::uuid, ${otherId}::uuid)`;
  const { rows: alike } = await sql`
    select from ${sql.table(kind)} e join ${sql.table(kind)} o on ${isLikelySame('o', 'e')}
    where e.id = ${id} and o.id = ${otherId}`.execute(trx);
  if (isDifferent && alike.length === 0) throw new ApiError('CONFLICT', NOT_ALIKE);
  const { numAffectedRows } = await (
    isDifferent
      ? sql`insert into ${sql.table(different)} (a_id, b_id) values (${ids}) on conflict do nothing`
      : sql`delete from ${sql.table(different)} where (a_id, b_id) = (${ids})`
  ).execute(trx);
  if (!numAffectedRows) return;
  const { details, ...subject } = toAuditEntry(kind, entry, actor.id, at);
  await recordAudit(trx, {
    ...subject,
    type: audit.decided,
    details: { ...details, other: otherId, different: isDifferent },
  });
}

/** In the order of their ids, so that two decisions cannot wait for each other. A merge waits for the end of the decision. */
async function lockPair(
  trx: Trx,
  kind: Kind,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from ${sql.table(kind)} where id = any(${ids}::uuid[]) order by id for key share`.execute(trx);
  return rows;
}

/** What was different from an entry that is merged is different from the one that stays. */
export async function moveDecisions(trx: Trx, kind: Kind, ids: { readonly from: string; readonly into: string }) {
  const table = sql.table(KINDS[kind].different);
  await sql`
    insert into ${table} (a_id, b_id)
    select least(other, ${ids.into}), greatest(other, ${ids.into})
    from (select case when a_id = ${ids.from} then b_id else a_id end as other from ${table} where ${ids.from} in (a_id, b_id)) d
    where other <> ${ids.into} on conflict do nothing`.execute(trx);
}
