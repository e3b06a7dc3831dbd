import type { QueryClient } from '@tanstack/react-query';
import { type Transport, Uploader, type UploaderOptions } from './uploads/browser-uploader.ts';

/** By the id of their target. */
const uploaders = new WeakMap<QueryClient, Map<string, Uploader>>();

/**
 * Returns the uploader of a target, such as a location, and creates it at first. It outlives the page that uses it, ends with the
 * session, and makes the browser confirm before it closes the tab of a running upload.
 * @param onSessionEnd calls its listener when the session ends, and returns a function that unsubscribes
 */
export function getUploader(
  client: QueryClient,
  targetId: string,
  { transport, ...options }: UploaderOptions & { readonly transport: Transport },
  onSessionEnd: (listener: () => void) => () => void,
): Uploader {
  const byTarget = uploaders.get(client) ?? new Map<string, Uploader>();
  uploaders.set(client, byTarget);
  const existing = byTarget.get(targetId);
  if (existing) return existing;
  const uploader = new Uploader(transport, options);
  uploader.subscribe(createUnloadGuard(uploader));
  byTarget.set(targetId, uploader);
  const unsubscribe = onSessionEnd(() => {
    unsubscribe();
    byTarget.delete(targetId);
    uploader.stop();
  });
  return uploader;
}

function createUnloadGuard(uploader: Uploader): () => void {
  const confirmUnload = (event: BeforeUnloadEvent) => event.preventDefault();
  return () => {
    if (uploader.list.some(({ state }) => state !== 'FAILED')) addEventListener('beforeunload', confirmUnload);
    else removeEventListener('beforeunload', confirmUnload);
  };
}
