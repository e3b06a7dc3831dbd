import { type Api, ApiError } from '../../../platform/http/contract.ts';
import { routeMutation } from '../../../platform/http/route-query.ts';
import { sendUpload } from '../../../platform/http/send-upload.ts';
import { documentTooLarge } from '../../documents/messages.ts';
import { MAX_DOCUMENT_BYTES } from '../../documents/schema.ts';
import { refetchBoards } from '../client.ts';
import { addFile, deleteFile } from './contract.ts';
import type { BoardFile } from '../recce-files/schema.ts';

/** Uploads a file about a location on a board. Rejects with an ApiError. */
export async function sendFile(
  api: Api,
  place: { readonly id: string; readonly locationId: string },
  file: File,
): Promise<BoardFile> {
  if (file.size > MAX_DOCUMENT_BYTES) throw new ApiError('TOO_LARGE', documentTooLarge(MAX_DOCUMENT_BYTES));
  return sendUpload(api, addFile, { ...place, name: file.name }, { bytes: file });
}

export const deleteFileMutation = (api: Api) => routeMutation(api, deleteFile, refetchBoards);
