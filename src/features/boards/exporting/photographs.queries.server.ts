import type { Db } from '../../../platform/db/transaction.ts';
import type { QueryContext } from '../../../platform/http/handlers.ts';
import { FileResponse } from '../../../platform/http/route-handlers.ts';
import { limitConcurrency } from '../../../platform/runtime/limit-concurrency.ts';
import { readRendition } from '../../media/rendition.queries.server.ts';
import { readLookBook } from '../look-book/contents.queries.server.ts';
import { createPictureArchive } from '../look-book/document/picture-archive.ts';
import { lookBookSettings } from '../look-book/schema.ts';
import { getDownloadAccess } from '../guests/access.queries.server.ts';

/** Photographs that a node reads at the same time for all guests. */
const readLimited = limitConcurrency(4);

/**
 * Returns the photographs of a board as a ZIP for the guests of a link: as many as a look-book without notes has, in the largest size that
 * pages show.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN
 */
export async function exportPhotographs(
  db: Db,
  secret: string,
  context: Pick<QueryContext, 'at' | 'site' | 'siteUrl' | 'storage' | 'getCookie'>,
): Promise<FileResponse> {
  const { link } = await getDownloadAccess(db, secret, context);
  const { title, user_id: userId } = await db
    .selectFrom('boards')
    .select(['title', 'user_id'])
    .where('id', '=', link.board_id)
    .executeTakeFirstOrThrow();
  const settings = lookBookSettings.parse({ title, format: 'ZIP', facts: false, map: false });
  const { book, pictures } = await readLookBook(db, link.board_id, settings, { ...context, userId });
  const picturesByFile = new Map(pictures.map((picture) => [picture.file, picture]));
  const archive = createPictureArchive(book, 'webp', ({ file }) =>
    readLimited(() => readRendition(context.storage, picturesByFile.get(file)!, Infinity)),
  );
  return new FileResponse(`${title}.zip`, archive);
}
