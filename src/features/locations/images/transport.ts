import { type Api, fillPath, toQuery } from '../../../platform/http/contract.ts';
import { beginUpload, cancelUpload, sendPiece, uploadById } from './contract.ts';
import { answerTo } from './sending.ts';
import type { Transport } from './uploader.ts';

/** Sends files to a location over HTTP. @param token of whoever is signed in */
export function httpTransport(api: Api, id: string, token: () => string | undefined): Transport {
  return {
    begin: (file) => api(beginUpload, { id, ...file }),
    ask: (uploadId) => api(uploadById, { id, uploadId }),
    giveUp: (uploadId) => api(cancelUpload, { id, uploadId }),
    send: ({ uploadId, offset, bytes }, onSent, signal) => {
      const request = new XMLHttpRequest();
      const { path, rest } = fillPath(sendPiece.path, { id, uploadId, offset });
      request.open(sendPiece.method, `/api${path}?${toQuery(rest)}`);
      request.setRequestHeader('content-type', 'application/octet-stream');
      request.setRequestHeader('authorization', `Bearer ${token() ?? ''}`);
      return answerTo(request, bytes, onSent, signal);
    },
  };
}
