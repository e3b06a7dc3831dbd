import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { onSessionEnd } from '../../../accounts/ui/session.ts';
import { imagesQuery, getLocationUploader } from '../../images/client.ts';
import type { LocalUpload } from '../../../media/uploads/uploader.ts';
import type { OwnLocation } from '../../submission/schema.ts';

export type WithImages = Pick<OwnLocation, 'id' | 'images'>;

const NOTHING: readonly LocalUpload[] = [];

/**
 * The images of a location as they are now, and all that is on its way.
 * @param onLocation told the images whenever they are others than before
 */
export function useImages(api: Api, location: WithImages, onLocation: (change: Pick<WithImages, 'images'>) => void) {
  const { id } = location;
  const client = useQueryClient();
  const { data } = useQuery({ ...imagesQuery(api, id), initialData: { images: location.images, uploads: [] } });
  const { images, uploads } = data;
  const told = useRef(location.images);
  const tell = useEffectEvent(() => onLocation({ images }));
  useEffect(() => {
    if (told.current === images) return;
    told.current = images;
    tell();
  }, [images]);
  const uploader = getLocationUploader(client, api, id, onSessionEnd);
  const sendings = useSyncExternalStore(
    (listener) => uploader.subscribe(listener),
    () => uploader.list,
    () => NOTHING,
  );
  return { images, uploads, uploader, sendings };
}
