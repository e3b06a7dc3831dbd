import { useEffect, useEffectEvent, useRef } from 'react';
import type { Api } from '../../../../../platform/http/contract.ts';
import { isUnfinished, listPendingUploads } from './pending-uploads.ts';
import { type WithImages, useImages } from './useImages.ts';

/**
 * Renders nothing, and follows the images of a location and the photographs on their way.
 * @param props.onImages called with the images and the number of unfinished uploads whenever they change
 */
export function ImagesWatcher(props: {
  api: Api;
  location: WithImages;
  onImages: (change: Pick<WithImages, 'images'>, unfinished: number) => void;
}) {
  const { api, location, onImages } = props;
  const { images, uploads, localUploads } = useImages(api, location);
  const unfinished = listPendingUploads(localUploads, uploads).filter(isUnfinished).length;
  const notified = useRef({ images: location.images, unfinished: 0 });
  const notify = useEffectEvent(onImages);
  useEffect(() => {
    if (notified.current.images === images && notified.current.unfinished === unfinished) return;
    notified.current = { images, unfinished };
    notify({ images }, unfinished);
  }, [images, unfinished]);
  return null;
}
