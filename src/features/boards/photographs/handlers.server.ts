import { type Handler, command } from '../../../platform/http/handlers.ts';
import * as routes from './contract.ts';
import { getPhotograph } from '../recce-photographs/queries.server.ts';
import { deletePhotograph, updatePhotograph } from './recce-photographs.commands.server.ts';
import { photographUpload } from './upload-handler.server.ts';

export const photographHandlers: readonly Handler[] = [
  photographUpload,
  command(routes.updatePhotograph, updatePhotograph, (db, _caller, { id, photographId }) =>
    getPhotograph(db, id, photographId),
  ),
  command(routes.deletePhotograph, deletePhotograph),
];
