import { type QueryClient, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../../platform/http/contract.ts';
import { OWN_KEY, OWN_LISTS } from '../working-copy/client.ts';
import { cancelUpload, changeImage, deleteImage, deleteImages, locationImages } from './contract.ts';
import { moveBefore } from '../../../platform/move-before.ts';
import type { PictureOfLocation, Upload } from './schema.ts';
import { httpTransport } from './transport.ts';
import { Uploader } from './uploader.ts';

/** Milliseconds between two looks at what the site is still at work on. */
const LOOK = 1_500;

interface Images {
  readonly images: PictureOfLocation[];
  readonly uploads: Upload[];
}

const keyOf = (id: string) => [OWN_KEY, 'images', id];

/** The images of a location and those on their way; asked again while the site is at work on any. */
export const imagesQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }): Promise<Images> => api(locationImages, { id }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data !== undefined && isAtWork(state.data) && LOOK,
  });

function isAtWork({ images, uploads }: Images): boolean {
  return uploads.some(({ state }) => state === 'CHECKING') || images.some(({ state }) => state === 'PROCESSING');
}

/** Acts on the images of one location are made one after another: each means the order that the one before has left. */
const scopeOf = (id: string) => ({ id: `images-${id}` });

/** A move, a new primary image or new words. A move is shown before it is answered, and taken back if it fails. */
export const imageChange = (api: Api, id: string) =>
  mutationOptions({
    mutationFn: (input: Omit<z.input<typeof changeImage.input>, 'id'>, { client }) =>
      api(changeImage, { id, ...input, ...(input.focal && { version: versionOf(client, id, input.imageId) }) }),
    scope: scopeOf(id),
    onMutate: async ({ imageId, position }, { client }) => {
      await client.cancelQueries({ queryKey: keyOf(id) });
      const before = client.getQueryData<Images>(keyOf(id));
      if (position !== undefined && before)
        client.setQueryData<Images>(keyOf(id), { ...before, images: moved(before.images, imageId, position) });
      return before;
    },
    onError: (_error, _input, before, { client }) => {
      if (before) client.setQueryData(keyOf(id), before);
      return client.invalidateQueries({ queryKey: keyOf(id) });
    },
    onSuccess: (images, _input, _, { client }) => show(client, id, images),
  });

/**
 * That of an image by now. A focal point is often moved again before the site has answered; it says where to crop, and takes nothing
 * from what somebody else has written.
 */
function versionOf(client: QueryClient, id: string, imageId: string): number | undefined {
  return client.getQueryData<Images>(keyOf(id))?.images.find((image) => image.id === imageId)?.version;
}

/** Deletes one image or several. */
export const imageRemoval = (api: Api, id: string) =>
  mutationOptions({
    mutationFn: (ids: readonly string[]) =>
      ids.length === 1 ? api(deleteImage, { id, imageId: ids[0]! }) : api(deleteImages, { id, ids: [...ids] }),
    scope: scopeOf(id),
    onMutate: (_ids, { client }) => client.cancelQueries({ queryKey: keyOf(id) }),
    onError: (_error, _ids, _, { client }) => client.invalidateQueries({ queryKey: keyOf(id) }),
    onSuccess: (images, _ids, _, { client }) => show(client, id, images),
  });

/** Gives up a photograph that nobody sends any more, or forgets one that was refused. */
export const uploadRemoval = (api: Api, id: string) =>
  mutationOptions({
    mutationFn: (uploadId: string) => api(cancelUpload, { id, uploadId }),
    onSettled: (_nothing, _error, _uploadId, _, { client }) => client.invalidateQueries({ queryKey: keyOf(id) }),
  });

/** Lists show a primary image, and previews all of them. */
async function show(client: QueryClient, id: string, images: Images): Promise<void> {
  client.setQueryData(keyOf(id), images);
  await Promise.all([OWN_LISTS, [OWN_KEY, 'preview', id]].map((queryKey) => client.invalidateQueries({ queryKey })));
}

function moved(images: readonly PictureOfLocation[], id: string, position: number): PictureOfLocation[] {
  const byId = new Map(images.map((image) => [image.id, image]));
  return moveBefore([...byId.keys()], id, position).map((other) => byId.get(other)!);
}

/** What sends files from this browser, by location, as long as the visit lasts. */
const uploaders = new WeakMap<QueryClient, Map<string, Uploader>>();

/**
 * The uploader of a location: it outlives the page that uses it, and ends with the session.
 * @param onSessionEnd calls back when that ends
 */
export function uploaderOf(
  client: QueryClient,
  api: Api,
  id: string,
  onSessionEnd: (listener: () => void) => () => void,
): Uploader {
  const ofClient = uploaders.get(client) ?? new Map<string, Uploader>();
  uploaders.set(client, ofClient);
  const known = ofClient.get(id);
  if (known) return known;
  const uploader = new Uploader(httpTransport(api, id), {
    onArrival: () => client.invalidateQueries({ queryKey: keyOf(id) }),
  });
  uploader.subscribe(askBeforeLeaving(uploader));
  ofClient.set(id, uploader);
  const end = onSessionEnd(() => {
    end();
    ofClient.delete(id);
    uploader.stop();
  });
  return uploader;
}

/** Has the browser ask whoever closes the tab while something is being sent. */
function askBeforeLeaving(uploader: Uploader): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  return () => {
    if (uploader.list.some(({ state }) => state !== 'FAILED')) addEventListener('beforeunload', ask);
    else removeEventListener('beforeunload', ask);
  };
}
