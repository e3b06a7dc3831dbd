import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { toDay, toYear } from '../../../platform/text/days.ts';
import { lockCaller } from '../../accounts/commands.server.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { ALREADY_PUBLISHED, NOT_PUBLISHED, PREVIEW_OUTDATED, YEAR_NOT_ENDED } from '../messages.ts';
import { computePreview } from './queries.server.ts';

interface OfYear {
  readonly year: number;
}

/**
 * Publishes the impact of a year as it is now.
 * @param change.checksum of the preview that the user has seen
 * @throws {ApiError} CONFLICT for a year that has not ended, in which no production has filmed, or that is published, and when the preview is
 *   outdated
 */
export async function publishYear(
  { trx, actor, at }: CommandContext,
  { year, checksum: seen }: OfYear & { readonly checksum?: string | undefined },
): Promise<void> {
  await lockCaller(trx, actor);
  if (year >= toYear(toDay(at))) throw new ApiError('CONFLICT', YEAR_NOT_ENDED);
  const { checksum, ...content } = await computePreview(trx, { year });
  if (seen !== undefined && seen !== checksum) throw new ApiError('CONFLICT', PREVIEW_OUTDATED);
  const published = await trx
    .insertInto('published_impact')
    .values({ year, content: JSON.stringify(content), published_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('year')
    .executeTakeFirst();
  if (!published) throw new ApiError('CONFLICT', ALREADY_PUBLISHED);
  await recordAudit(trx, { type: 'IMPACT_YEAR_PUBLISHED', actorId: actor.id, details: { year }, at });
}

/** Takes a published year from the site. @throws {ApiError} CONFLICT if it is not published */
export async function unpublishYear({ trx, actor, at }: CommandContext, { year }: OfYear): Promise<void> {
  await lockCaller(trx, actor);
  const deleted = await trx
    .deleteFrom('published_impact')
    .where('year', '=', year)
    .returning('year')
    .executeTakeFirst();
  if (!deleted) throw new ApiError('CONFLICT', NOT_PUBLISHED);
  await recordAudit(trx, { type: 'IMPACT_YEAR_UNPUBLISHED', actorId: actor.id, details: { year }, at });
}
