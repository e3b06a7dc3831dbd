import { type Handler, command, query } from '../../../platform/http/handlers.ts';
import { getBoardAccess } from '../access.queries.server.ts';
import { findReadBoard } from '../readers/queries.server.ts';
import { deleteFile } from './commands.server.ts';
import * as routes from './contract.ts';
import { openFile } from '../recce-files/queries.server.ts';
import { boardFileUpload } from './upload-handler.server.ts';

export const fileHandlers: readonly Handler[] = [
  boardFileUpload,
  query(routes.downloadFile, async (db, caller, { id, fileId }, services) => {
    await getBoardAccess(db, caller, id);
    return openFile(db, { boardId: id, fileId }, services);
  }),
  query(routes.downloadSharedFile, async (db, _caller, { id, fileId }, services) =>
    openFile(db, { boardId: await findReadBoard(db, id, services), fileId }, services),
  ),
  command(routes.deleteFile, deleteFile),
];
