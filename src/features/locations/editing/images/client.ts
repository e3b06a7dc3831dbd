import { type QueryClient, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../../../platform/http/contract.ts';
import { OWN_KEY, OWN_LISTS, refetchUnless } from '../../working-copy/client.ts';
import { getUploader } from '../../../media/client.ts';
import type { Upload } from '../../../media/schema.ts';
import {
  beginUpload,
  cancelUpload,
  changeImage,
  deleteImage,
  deleteImages,
  locationImages,
  sendChunk,
  uploadById,
} from './contract.ts';
import { moveBefore } from '../../../../platform/db/move-before.ts';
import { sendUpload } from '../../../../platform/http/send-upload.ts';
import type { LocationImage } from './schema.ts';

/** Poll interval while images are processed. */
const POLL_MS = 1_500;

interface Images {
  readonly images: LocationImage[];
  readonly uploads: Upload[];
}

const getImagesKey = (id: string) => [OWN_KEY, 'images', id];

/** The images and uploads of a location, polled while any is processed. */
export const imagesQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: getImagesKey(id),
    queryFn: ({ signal }): Promise<Images> => api(locationImages, { id }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data !== undefined && isProcessing(state.data) && POLL_MS,
  });

function isProcessing({ images, uploads }: Images): boolean {
  return uploads.some(({ state }) => state === 'CHECKING') || images.some(({ state }) => state === 'PROCESSING');
}

/** Changes to the images of one location run one after the other: each refers to the order that the previous one has left. */
const getScope = (id: string) => ({ id: `images-${id}` });

/** Moves an image, makes it the primary one, or changes its texts. A move is optimistic: shown at once, and undone if it fails. */
export const changeImageMutation = (api: Api, id: string) =>
  mutationOptions({
    mutationFn: (input: Omit<z.input<typeof changeImage.input>, 'id'>, { client }) =>
      api(changeImage, { id, ...input, ...(input.focal && { version: getVersion(client, id, input.imageId) }) }),
    scope: getScope(id),
    onMutate: async ({ imageId, position }, { client }) => {
      await client.cancelQueries({ queryKey: getImagesKey(id) });
      const before = client.getQueryData<Images>(getImagesKey(id));
      if (position !== undefined && before)
        client.setQueryData<Images>(getImagesKey(id), {
          ...before,
          images: moveImage(before.images, imageId, position),
        });
      return before;
    },
    onError: (_error, _input, before, { client }) => {
      if (before) client.setQueryData(getImagesKey(id), before);
      return client.invalidateQueries({ queryKey: getImagesKey(id) });
    },
    onSuccess: (images, _input, _, { client }) => updateCache(client, id, images),
  });

/**
 * Returns the current version of an image. A focal point is often moved again before the server has responded, and overwrites no
 * text of another user.
 */
function getVersion(client: QueryClient, id: string, imageId: string): number | undefined {
  return client.getQueryData<Images>(getImagesKey(id))?.images.find((image) => image.id === imageId)?.version;
}

/** Deletes one image or several. */
export const deleteImagesMutation = (api: Api, id: string) =>
  mutationOptions({
    mutationFn: (ids: readonly string[]) =>
      ids.length === 1 ? api(deleteImage, { id, imageId: ids[0]! }) : api(deleteImages, { id, ids: [...ids] }),
    scope: getScope(id),
    onMutate: (_ids, { client }) => client.cancelQueries({ queryKey: getImagesKey(id) }),
    onError: (_error, _ids, _, { client }) => client.invalidateQueries({ queryKey: getImagesKey(id) }),
    onSuccess: (images, _ids, _, { client }) => updateCache(client, id, images),
  });

/** Cancels an upload that this browser does not send, or deletes a rejected one. */
export const cancelUploadMutation = (api: Api, id: string) =>
  mutationOptions({
    mutationFn: (uploadId: string) => api(cancelUpload, { id, uploadId }),
    onSettled: (_nothing, _error, _uploadId, _, { client }) => client.invalidateQueries({ queryKey: getImagesKey(id) }),
  });

/** Also invalidates lists, which show the primary image, and the location itself, whose status can have changed. */
async function updateCache(client: QueryClient, id: string, images: Images): Promise<void> {
  const key = getImagesKey(id);
  client.setQueryData(key, images);
  await Promise.all([client.invalidateQueries({ queryKey: OWN_LISTS }), refetchUnless(client, id, key)]);
}

function moveImage(images: readonly LocationImage[], id: string, position: number): LocationImage[] {
  const byId = new Map(images.map((image) => [image.id, image]));
  return moveBefore([...byId.keys()], id, position).map((other) => byId.get(other)!);
}

/** Returns the uploader of a location, which ends with the session. */
export function getLocationUploader(
  client: QueryClient,
  api: Api,
  id: string,
  onSessionEnd: (listener: () => void) => () => void,
) {
  const onUploaded = () => client.invalidateQueries({ queryKey: getImagesKey(id) });
  return getUploader(
    client,
    id,
    {
      onUploaded,
      transport: {
        create: (file) => api(beginUpload, { id, ...file }),
        find: (uploadId) => api(uploadById, { id, uploadId }),
        cancel: (uploadId) => api(cancelUpload, { id, uploadId }),
        sendChunk: ({ uploadId, offset, bytes }, onProgress, signal) =>
          sendUpload(api, sendChunk, { id, uploadId, offset }, { bytes, onProgress, signal }),
      },
    },
    onSessionEnd,
  );
}
