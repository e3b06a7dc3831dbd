import { getClientOptions, throwApiError } from '../../../platform/http/api-client.ts';
import { type Api, type ApiError, fillPath, toSearchParams } from '../../../platform/http/contract.ts';
import { beginUpload, cancelUpload, sendChunk, uploadById } from './contract.ts';
import { answerTo } from '../../../platform/http/send-upload.ts';
import type { Upload } from './schema.ts';
import type { Transport } from '../../media/uploads/uploader.ts';

/** Sends files to a location over HTTP. */
export function httpTransport(api: Api, id: string): Transport {
  const caller = getClientOptions(api);
  return {
    create: (file) => api(beginUpload, { id, ...file }),
    find: (uploadId) => api(uploadById, { id, uploadId }),
    cancel: (uploadId) => api(cancelUpload, { id, uploadId }),
    sendChunk: ({ uploadId, offset, bytes }, onSent, signal) => {
      const request = new XMLHttpRequest();
      const { path, rest } = fillPath(sendChunk.path, { id, uploadId, offset });
      request.open(sendChunk.method, `/api${path}?${toSearchParams(rest)}`);
      request.setRequestHeader('content-type', 'application/octet-stream');
      const token = caller.token?.();
      request.setRequestHeader('authorization', `Bearer ${token ?? ''}`);
      return answerTo<Upload>(request, bytes, onSent, signal).catch((error: ApiError) =>
        throwApiError(caller, error, token),
      );
    },
  };
}
