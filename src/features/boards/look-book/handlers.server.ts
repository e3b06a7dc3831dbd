import { ApiError } from '../../../platform/http/contract.ts';
import { createTicket, downloadCookie, isTicketValid } from '../../../platform/http/download-tickets.ts';
import { type Handler, action, command, query } from '../../../platform/http/handlers.ts';
import { FileResponse } from '../../../platform/http/route-handlers.ts';
import { deleteLookBook, requestLookBook } from './commands.server.ts';
import { logoHandlers } from './logo.server.ts';
import * as routes from './contract.ts';
import { DOWNLOAD_INVALID, NO_LOOK_BOOK } from './messages.ts';
import { cancelPreview, previewLookBook } from './preview.commands.server.ts';
import { getDownload, listLookBooks } from './queries.server.ts';
import { FILE_ENDINGS } from './schema.ts';
import { getLookBookKey } from './storage-keys.server.ts';

const TICKET = 'look-book';

export const lookBookHandlers: readonly Handler[] = [
  query(routes.lookBooksOfBoard, (db, caller, board, { at }) => listLookBooks(db, caller, board, at)),
  command(routes.requestLookBook, (context, board) => {
    cancelPreview(context.actor.id);
    return requestLookBook(context, board);
  }),
  action(routes.previewLookBook, previewLookBook),
  ...logoHandlers,
  command(routes.deleteLookBook, deleteLookBook),
  query(routes.allowDownload, async (db, caller, { id }, { at, siteUrl, setCookie }) => {
    const { user_id } = await getDownload(db, id, at);
    if (user_id !== caller.id) throw new ApiError('NOT_FOUND', NO_LOOK_BOOK);
    const cookie = downloadCookie(siteUrl);
    setCookie(cookie.name, await createTicket(db, TICKET, id, at), cookie.options);
    return {};
  }),
  action(routes.downloadLookBook, async ({ db, at, storage, siteUrl, getCookie }, { id }) => {
    const ticket = getCookie(downloadCookie(siteUrl).name);
    if (!(await isTicketValid(db, TICKET, id, { ticket, now: at }))) throw new ApiError('NOT_FOUND', DOWNLOAD_INVALID);
    const { title, format } = await getDownload(db, id, at);
    const stored = await storage.open(getLookBookKey(id));
    // A restored site has only look-books that were sent: backups leave the others out.
    if (!stored) throw new ApiError('NOT_FOUND', NO_LOOK_BOOK);
    return new FileResponse(`${title}.${FILE_ENDINGS[format]}`, stored.stream, stored.bytes);
  }),
];
