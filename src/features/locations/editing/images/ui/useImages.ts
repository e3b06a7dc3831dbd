import { useSyncExternalStore } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../../../../platform/http/contract.ts';
import { onSessionEnd } from '../../../../accounts/ui/session.ts';
import { imagesQuery, getLocationUploader } from '../client.ts';
import type { LocationImage } from '../schema.ts';
import type { LocalUpload } from '../../../../media/uploads/browser-uploader.ts';

export interface WithImages {
  readonly id: string;
  readonly images: LocationImage[];
}

const NO_UPLOADS: readonly LocalUpload[] = [];

/** Returns the current images of a location and its uploads. */
export function useImages(api: Api, location: WithImages) {
  const { id } = location;
  const client = useQueryClient();
  const { data } = useQuery({ ...imagesQuery(api, id), initialData: { images: location.images, uploads: [] } });
  const uploader = getLocationUploader(client, api, id, onSessionEnd);
  const localUploads = useSyncExternalStore(
    (listener) => uploader.subscribe(listener),
    () => uploader.list,
    () => NO_UPLOADS,
  );
  return { ...data, uploader, localUploads };
}
