import type { Upload } from '../../../../media/schema.ts';
import type { LocalUpload } from '../../../../media/uploads/browser-uploader.ts';

/** A photograph that is not an image yet. */
export interface PendingUpload {
  readonly key: string;
  readonly name: string;
  /** STOPPED was begun on another device or before a reload, and can be resumed. */
  readonly state: LocalUpload['state'] | 'CHECKING' | 'REJECTED' | 'STOPPED';
  /** Fraction that the server has received. */
  readonly share: number;
  readonly problem: string | null;
  readonly uploadId: string | null;
  /** Null for an upload that this browser does not send. */
  readonly localKey: string | null;
}

/** Whether a photograph is on its way, or stopped on it: what was rejected never becomes an image. */
export function isUnfinished({ state, uploadId }: PendingUpload): boolean {
  return state !== 'REJECTED' && !(state === 'FAILED' && uploadId === null);
}

/** Lists the uploads of this browser, and the others of the server before them. */
export function listPendingUploads(local: readonly LocalUpload[], uploads: readonly Upload[]): PendingUpload[] {
  const localIds = new Set(local.map(({ uploadId }) => uploadId));
  const elsewhere = uploads.filter(({ id }) => !localIds.has(id));
  return [
    ...elsewhere.map(({ id, name, bytes, received, state, rejection_reason }): PendingUpload => ({
      key: id,
      name,
      state: state === 'RECEIVING' ? 'STOPPED' : state,
      share: received / bytes,
      problem: rejection_reason,
      uploadId: id,
      localKey: null,
    })),
    ...local.map(({ key, name, bytes, sent: sentBytes, state, problem, uploadId }): PendingUpload => ({
      key: `local-${key}`,
      name,
      state,
      share: bytes === 0 ? 0 : sentBytes / bytes,
      problem,
      uploadId,
      localKey: key,
    })),
  ];
}
