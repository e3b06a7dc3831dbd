import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { assertVersions, recordAudit } from '../../audit-log/commands.server.ts';
import { EMPTY_PAGE, completePictures, lockDraft, saveDraft } from '../editing/commands.server.ts';
import { deletedSince } from '../../../platform/text/history-messages.ts';
import * as messages from '../messages.ts';
import { getContentRevision, listDeletedPictures } from './queries.server.ts';
import { withoutDeletedPictures } from './without-deleted-pictures.ts';

/**
 * Saves a revision as the draft, also of a deleted page. Deleted pictures are left out.
 * @returns the number of the new revision, and what could not be restored
 * @throws {ApiError} NOT_FOUND; CONFLICT when the version is outdated, or the draft has this content already
 */
export async function restoreContentRevision(
  context: CommandContext,
  { name, number, version }: { name: string; number: number; version?: number | undefined },
): Promise<{ number: number; notes: string[] }> {
  const { trx } = context;
  const { content } = await getContentRevision(trx, { name, number });
  if (!content) throw new ApiError('CONFLICT', messages.NOTHING_TO_RESTORE);
  const draft = await lockDraft(trx, name);
  const entry = { actorId: context.actor.id, details: { name }, at: context.at };
  await assertVersions(trx, entry, [{ expected: version, actual: draft.version }], messages.CONTENT_CHANGED);
  const deleted = await listDeletedPictures(trx, content);
  const isPage = name !== 'menu' && name !== 'footer';
  const complete = { ...(isPage && EMPTY_PAGE), ...(withoutDeletedPictures(content, deleted) as object) };
  const restored = await saveDraft(context, name, (await completePictures(trx, complete, 'content')) as object, number);
  if (restored === undefined) throw new ApiError('CONFLICT', messages.DRAFT_IS_SAME);
  const details = { name, restored: number, revision: restored };
  await recordAudit(trx, { ...entry, type: 'CONTENT_RESTORED', details });
  return { number: restored, notes: deleted.size > 0 ? [deletedSince(deleted.size, 'picture')] : [] };
}
