import { type Handler, query } from '../../../platform/http/handlers.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { FileResponse } from '../../../platform/http/route-handlers.ts';
import { throwBoardNotFound } from '../access.queries.server.ts';
import { getDownloadAccess, getOpenAccess } from '../guests/access.queries.server.ts';
import { NO_SENT_LOOK_BOOK } from '../guests/messages.ts';
import { findSentLookBook } from '../guests/look-book.queries.server.ts';
import { getLookBookKey } from '../look-book/storage-keys.server.ts';
import { exportPhotographs } from './photographs.queries.server.ts';
import { getGuestBoard } from '../guests/queries.server.ts';
import { getBoardView } from '../queries.server.ts';
import { findBoardForReader } from '../readers/queries.server.ts';
import type { PublicBoard } from '../schema.ts';
import { getPublicBoard } from '../sharing/queries.server.ts';
import {
  downloadGuestLookBook,
  exportBoard,
  exportGuestBoard,
  exportGuestPhotographs,
  exportPublicBoard,
  exportSharedBoard,
} from './contract.ts';
import { exportBoardLocations, findExportedAnswers } from './queries.server.ts';

export const exportHandlers: readonly Handler[] = [
  query(exportBoard, async (db, caller, { id, format, locationIds }, services) =>
    exportBoardLocations(
      { format, locationIds, siteUrl: services.siteUrl },
      (page) => getBoardView(db, caller, { id, area: 'website', ...page }, services),
      await findExportedAnswers(db, caller, id),
    ),
  ),
  query(exportPublicBoard, (db, caller, { link, format }, services) =>
    exportBoardLocations({ format, siteUrl: services.siteUrl }, async (page) =>
      withoutNotes(await getPublicBoard(db, caller, { link, ...page }, services)),
    ),
  ),
  query(exportGuestBoard, async (db, _caller, { secret, format }, services) => {
    const access = await getDownloadAccess(db, secret, services);
    return exportBoardLocations({ format, siteUrl: services.siteUrl }, async (page) =>
      withoutNotes(await getGuestBoard(db, access, page, services)),
    );
  }),
  query(downloadGuestLookBook, async (db, _caller, { secret }, services) => {
    const { link } = await getOpenAccess(db, secret, services);
    const lookBook = await findSentLookBook(db, link.id);
    const stored = lookBook && (await services.storage.open(getLookBookKey(lookBook.id)));
    if (!stored) throw new ApiError('NOT_FOUND', NO_SENT_LOOK_BOOK);
    return new FileResponse(`${lookBook.title}.pdf`, stored.stream, stored.bytes);
  }),
  query(exportGuestPhotographs, (db, _caller, { secret }, services) => exportPhotographs(db, secret, services)),
  query(exportSharedBoard, (db, caller, { id, format }, services) =>
    exportBoardLocations(
      { format, siteUrl: services.siteUrl },
      async (page) => (await findBoardForReader(db, caller, { id, ...page }, services)) ?? throwBoardNotFound(),
    ),
  ),
];

/** Leaves out what the database returns, but the API does not. */
function withoutNotes({ locations, ...board }: PublicBoard): PublicBoard {
  const data = locations.data.map(({ id, position, section_id, image_ids, primary, location }) => ({
    id,
    position,
    section_id,
    image_ids,
    primary,
    location,
  }));
  return { ...board, locations: { ...locations, data } };
}
