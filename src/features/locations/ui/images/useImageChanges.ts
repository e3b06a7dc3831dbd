import { useLayoutEffect, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../../../platform/http/contract.ts';
import { imageChange } from '../../images/client.ts';
import type { imageForm, PictureOfLocation } from '../../images/schema.ts';
import { nameOf } from './names.ts';

type Change = { readonly focal: z.output<typeof imageForm>['focal'] } | { readonly primary: true };

/**
 * Moving and changing images, with what is said of it; the keyboard stays on the handle that moved one.
 * @param gripId by which the handle of an image is found
 */
export function useImageChanges(
  api: Api,
  locationId: string,
  images: readonly PictureOfLocation[],
  gripId: (id: string) => string,
  onFailure: (error: unknown) => void,
) {
  const mutation = useMutation(imageChange(api, locationId));
  const [said, say] = useState('');
  /** The image that was moved, and the order that it is to leave behind. */
  const held = useRef<{ id: string; order: string }>(undefined);
  const order = images.map(({ id }) => id).join();
  useLayoutEffect(() => {
    const grip = held.current && document.getElementById(gripId(held.current.id));
    if (!grip || held.current?.order === order) return;
    held.current = undefined;
    grip.focus({ preventScroll: true });
    grip.closest('li')?.scrollIntoView({ block: 'nearest' });
  }, [order, gripId]);

  const move = (id: string, position: number) => {
    const at = images.findIndex((image) => image.id === id);
    const image = images[at];
    if (!image) return;
    const place = Math.min(position > at ? position - 1 : position, images.length - 1);
    held.current = { id, order };
    mutation
      .mutateAsync({ imageId: id, position })
      .then(() => say(`${nameOf(image, at)} moved to place ${place + 1} of ${images.length}.`))
      .catch(onFailure);
  };
  /** Resolves to whether it was done; what went wrong has been said. */
  const change = async (imageId: string, changed: Change): Promise<boolean> => {
    try {
      await mutation.mutateAsync({ imageId, ...changed });
      return true;
    } catch (error) {
      onFailure(error);
      return false;
    }
  };
  return { move, change, said, say };
}
