import type { z } from 'zod';
import { ApiError } from '../../platform/http/contract.ts';
import type { CommandContext } from '../../platform/http/handlers.ts';
import { CHECK_FIELDS } from '../../platform/text/common-messages.ts';
import { getPresentId } from '../companies/queries.server.ts';
import { changeLocked, lockVersion, toReason } from './commands.server.ts';
import { NOTHING_TO_RESTORE, NO_SUCH_CHANGE, VALUE_OF_OLDER_RELEASE, cannotRestore } from './messages.ts';
import { type ProductionChange, productionFields } from './schema.ts';
import type { restoreProductionValues } from './timeline/contract.ts';

/**
 * Gives details of a production the values from before a change in its timeline, which is a change like any other.
 * @throws {ApiError} NOT_FOUND; CONFLICT when somebody else has changed it, it has these values already, or they do not fit the present ones
 */
export async function restoreValues(
  context: CommandContext,
  { id, entryId, version }: z.output<typeof restoreProductionValues.input>,
): Promise<void> {
  const { trx } = context;
  const row = await lockVersion(context, { id, version });
  const entry = await trx
    .selectFrom('production_entries')
    .select('details')
    .where('id', '=', entryId)
    .where('production_id', '=', id)
    .executeTakeFirst();
  const { before, endedAt } = (entry?.details ?? {}) as {
    readonly before?: unknown;
    readonly endedAt?: string | null;
  };
  if (!before) throw new ApiError('NOT_FOUND', NO_SUCH_CHANGE);
  // A production that had ended did so then, and not today.
  const restored = { entryId, endedAt: endedAt ? new Date(endedAt) : null };
  try {
    const values = parseValues(before);
    if (values.company_id) values.company_id = await getPresentId(trx, 'companies', values.company_id);
    if (!(await changeLocked(context, row, values, restored))) throw new ApiError('CONFLICT', NOTHING_TO_RESTORE);
  } catch (error) {
    if (!(error instanceof ApiError) || error.errorType !== 'INVALID') throw error;
    throw new ApiError('CONFLICT', cannotRestore(toReason(error)));
  }
}

/** Checks stored values, which an older release has written. @throws {ApiError} INVALID for values that do not exist any more */
function parseValues(before: unknown): { -readonly [Field in keyof ProductionChange]: ProductionChange[Field] } {
  const { data, error } = productionFields.partial().safeParse(before);
  if (data) return data;
  const fields = error.issues.map(({ path }) => [path[0], VALUE_OF_OLDER_RELEASE] as const);
  throw new ApiError('INVALID', CHECK_FIELDS, Object.fromEntries(fields));
}
