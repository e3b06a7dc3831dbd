import { getClientOptions, throwApiError } from '../../../platform/http/api-client.ts';
import { type Api, type ApiError, fillPath, toSearchParams } from '../../../platform/http/contract.ts';
import { beginUpload, cancelUpload, sendPiece, uploadById } from './contract.ts';
import { answerTo } from '../../../platform/http/send-upload.ts';
import type { Upload } from './schema.ts';
import type { Transport } from './uploader.ts';

/** Sends files to a location over HTTP. */
export function httpTransport(api: Api, id: string): Transport {
  const caller = getClientOptions(api);
  return {
    begin: (file) => api(beginUpload, { id, ...file }),
    ask: (uploadId) => api(uploadById, { id, uploadId }),
    giveUp: (uploadId) => api(cancelUpload, { id, uploadId }),
    send: ({ uploadId, offset, bytes }, onSent, signal) => {
      const request = new XMLHttpRequest();
      const { path, rest } = fillPath(sendPiece.path, { id, uploadId, offset });
      request.open(sendPiece.method, `/api${path}?${toSearchParams(rest)}`);
      request.setRequestHeader('content-type', 'application/octet-stream');
      const token = caller.token?.();
      request.setRequestHeader('authorization', `Bearer ${token ?? ''}`);
      return answerTo<Upload>(request, bytes, onSent, signal).catch((error: ApiError) =>
        throwApiError(caller, error, token),
      );
    },
  };
}
