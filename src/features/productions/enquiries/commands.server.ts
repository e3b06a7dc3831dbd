import { sql } from 'kysely';
import type { z } from 'zod';
import { assertWithinLimit } from '../../../platform/feature/row-limits.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { assertEnquiryAccessible } from '../../enquiries/access.queries.server.ts';
import { NO_SUCH_ENQUIRY } from '../../enquiries/messages.ts';
import { assertStillAccessible, insertProduction, lockProduction, toAuditEntry } from '../commands.server.ts';
import type { addProduction, addProductionEnquiry } from '../contract.ts';
import { NO_SUCH_PRODUCTION, OTHER_PRODUCTION, enquiryLimit } from '../messages.ts';
import { MAX_ENQUIRIES } from '../schema.ts';
import { addEntry } from '../timeline/commands.server.ts';

/** The facts of an enquiry that a production begins with. */
async function getEnquiry({ trx, actor }: CommandContext, id: string) {
  const row = await trx
    .selectFrom('enquiries')
    .select(['id', 'reference', 'name', 'production_kind', 'filming_from', 'filming_to', 'crew_size'])
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND', NO_SUCH_ENQUIRY);
  await assertEnquiryAccessible(trx, actor, 'enquiry.view', id);
  return row;
}

/** Adds a production, with what an enquiry says if there is one. Returns its id. @throws {ApiError} NOT_FOUND; CONFLICT */
export async function createProduction(
  context: CommandContext,
  { title, enquiryId }: z.output<typeof addProduction.input>,
): Promise<string> {
  if (enquiryId === undefined) return insertProduction(context, { title });
  const { production_kind, filming_from, filming_to, crew_size } = await getEnquiry(context, enquiryId);
  const fields = { title, kind: production_kind, shoot_from: filming_from, shoot_to: filming_to, crew_size };
  const id = await insertProduction(context, fields);
  await addEnquiry(context, { id, enquiryId });
  return id;
}

/**
 * Adds an enquiry to a production.
 * @throws {ApiError} NOT_FOUND; CONFLICT if it belongs to another production, or at the limit
 */
export async function addEnquiry(
  context: CommandContext,
  { id, enquiryId }: z.output<typeof addProductionEnquiry.input>,
): Promise<void> {
  const { trx, at } = context;
  const row = await lockProduction(context, id);
  const { reference } = await getEnquiry(context, enquiryId);
  const added = await trx
    .insertInto('production_enquiries')
    .values({ enquiry_id: enquiryId, production_id: id, added_at: at })
    .onConflict((conflict) => conflict.column('enquiry_id').doNothing())
    .returning('enquiry_id')
    .executeTakeFirst();
  if (!added) {
    const { production_id } = await trx
      .selectFrom('production_enquiries')
      .select('production_id')
      .where('enquiry_id', '=', enquiryId)
      .executeTakeFirstOrThrow();
    if (production_id === id) return;
    throw new ApiError('CONFLICT', OTHER_PRODUCTION);
  }
  await assertWithinLimit(trx, {
    lock: `enquiries of production ${id}`,
    count: sql`select count(*) from production_enquiries where production_id = ${id}`,
    max: MAX_ENQUIRIES,
    message: enquiryLimit,
  });
  await addEntry(context, id, { kind: 'ENQUIRY', text: reference });
  await recordAudit(trx, { ...toAuditEntry(row, context), type: 'PRODUCTION_ENQUIRY_ADDED' });
}

/** Removes an enquiry from a production. @throws {ApiError} NOT_FOUND */
export async function removeEnquiry(
  context: CommandContext,
  { id, enquiryId }: z.output<typeof addProductionEnquiry.input>,
): Promise<void> {
  const { trx } = context;
  const row = await lockProduction(context, id);
  const { reference } = await getEnquiry(context, enquiryId);
  const removed = await trx
    .deleteFrom('production_enquiries')
    .where('production_id', '=', id)
    .where('enquiry_id', '=', enquiryId)
    .returning('enquiry_id')
    .executeTakeFirst();
  if (!removed) throw new ApiError('NOT_FOUND', NO_SUCH_PRODUCTION);
  await assertStillAccessible(context, id);
  await addEntry(context, id, { kind: 'ENQUIRY_REMOVED', text: reference });
  await recordAudit(trx, { ...toAuditEntry(row, context), type: 'PRODUCTION_ENQUIRY_REMOVED' });
}
