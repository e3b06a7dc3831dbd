import type { Api } from '../../../platform/http/contract.ts';
import { routeMutation } from '../../../platform/http/route-query.ts';
import { sendUpload } from '../../../platform/http/send-upload.ts';
import { refetchBoards } from '../client.ts';
import { addPhotograph, deletePhotograph, updatePhotograph } from './contract.ts';
import type { ReccePhotograph } from '../recce-photographs/schema.ts';

/** Uploads a recce photograph. Rejects with an ApiError. */
export const sendPhotograph = (
  api: Api,
  place: { readonly id: string; readonly locationId: string },
  file: File,
): Promise<ReccePhotograph> => sendUpload(api, addPhotograph, { ...place, name: file.name }, { bytes: file });

export const updatePhotographMutation = (api: Api) => routeMutation(api, updatePhotograph, refetchBoards);

export const deletePhotographMutation = (api: Api) => routeMutation(api, deletePhotograph, refetchBoards);
