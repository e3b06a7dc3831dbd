import type { Upload } from '../../../media/schema.ts';
import type { LocalUpload } from '../../../media/uploads/uploader.ts';

/** A photograph that is no image yet. */
export interface PendingUpload {
  readonly key: string;
  readonly name: string;
  /** STOPPED was begun elsewhere or before the page was loaded anew: nobody sends it. */
  readonly state: LocalUpload['state'] | 'CHECKING' | 'REFUSED' | 'STOPPED';
  /** How much of it the site has, as a fraction. */
  readonly share: number;
  readonly problem: string | null;
  readonly uploadId: string | null;
  /** Of what this browser sends. */
  readonly sendingKey: string | null;
}

/** What this browser sends, and what the site knows of besides. */
export function listPendingUploads(sendings: readonly LocalUpload[], uploads: readonly Upload[]): PendingUpload[] {
  const sent = new Set(sendings.map(({ uploadId }) => uploadId));
  const elsewhere = uploads.filter(({ id }) => !sent.has(id));
  return [
    ...elsewhere.map(({ id, name, bytes, received, state, problem }): PendingUpload => ({
      key: id,
      name,
      state: state === 'RECEIVING' ? 'STOPPED' : state,
      share: received / bytes,
      problem,
      uploadId: id,
      sendingKey: null,
    })),
    ...sendings.map(({ key, name, bytes, sent: gone, state, problem, uploadId }): PendingUpload => ({
      key: `sending-${key}`,
      name,
      state,
      share: bytes === 0 ? 0 : gone / bytes,
      problem,
      uploadId,
      sendingKey: key,
    })),
  ];
}
