import type { Api } from '../../../platform/http/contract.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { sendUpload } from '../../../platform/http/send-upload.ts';
import { fileTooLarge } from './messages.ts';
import { uploadEnquiryFile } from './contract.ts';
import { type EnquiryFile, MAX_FILE_BYTES } from './schema.ts';

/** Uploads a file, which then waits for its message. Rejects with an ApiError. */
export async function uploadFile(api: Api, file: File): Promise<EnquiryFile> {
  if (file.size > MAX_FILE_BYTES) throw new ApiError('TOO_LARGE', fileTooLarge(MAX_FILE_BYTES));
  return sendUpload(api, uploadEnquiryFile, { name: file.name }, { bytes: file });
}
