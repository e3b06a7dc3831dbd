import { useLayoutEffect, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../../../../platform/http/contract.ts';
import { changeImageMutation } from '../client.ts';
import type { imageForm, LocationImage } from '../schema.ts';
import { getImageName } from '../image-name.ts';
import { formatMoved } from '../../../../../ui/useSortable.ts';

type Change = { readonly focal: z.output<typeof imageForm>['focal'] } | { readonly primary: true };

/**
 * Moves and changes images, and announces it. Keeps the focus on the drag handle of a moved image.
 * @param handleId returns the id of an image's drag handle
 */
export function useImageChanges(
  api: Api,
  locationId: string,
  images: readonly LocationImage[],
  handleId: (id: string) => string,
  onFailure: (error: unknown) => void,
) {
  const mutation = useMutation(changeImageMutation(api, locationId));
  const [announcement, announce] = useState('');
  /** The image that was moved, and the order before. */
  const moved = useRef<{ id: string; order: string }>(undefined);
  const order = images.map(({ id }) => id).join();
  useLayoutEffect(() => {
    const handle = moved.current && document.getElementById(handleId(moved.current.id));
    if (!handle || moved.current?.order === order) return;
    moved.current = undefined;
    handle.focus({ preventScroll: true });
    handle.closest('li')?.scrollIntoView({ block: 'nearest' });
  }, [order, handleId]);

  const move = (id: string, position: number) => {
    const at = images.findIndex((image) => image.id === id);
    const image = images[at];
    if (!image) return;
    const newPosition = Math.min(position > at ? position - 1 : position, images.length - 1);
    moved.current = { id, order };
    mutation
      .mutateAsync({ imageId: id, position })
      .then(() => announce(formatMoved(getImageName(image, at), newPosition, images.length)))
      .catch(onFailure);
  };
  /** Resolves to whether it succeeded; errors are reported by onFailure. */
  const change = async (imageId: string, changed: Change): Promise<boolean> => {
    try {
      await mutation.mutateAsync({ imageId, ...changed });
      return true;
    } catch (error) {
      onFailure(error);
      return false;
    }
  };
  return { move, change, announcement, announce };
}
