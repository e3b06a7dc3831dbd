import {
  ADD_AN_IMAGE,
  UPLOADS_PENDING,
  IMAGE_FAILED,
  IMAGES_IN_PROCESSING,
  CHOOSE_PRIMARY_IMAGE,
} from '../../messages.ts';

export interface ImageState {
  readonly state: 'PROCESSING' | 'READY' | 'FAILED';
  readonly primary: boolean;
}

/**
 * Which rule the images of a location break, in words, or undefined when they may be published.
 * @param uploads the photographs that are not images yet; those that were rejected never will be
 */
export function getImagesProblem(
  images: readonly ImageState[],
  uploads: readonly { readonly state: string }[] = [],
): string | undefined {
  if (uploads.some(({ state }) => state !== 'REJECTED')) return UPLOADS_PENDING;
  if (images.length === 0) return ADD_AN_IMAGE;
  if (images.some((image) => image.state === 'FAILED')) return IMAGE_FAILED;
  if (images.some((image) => image.state === 'PROCESSING')) return IMAGES_IN_PROCESSING;
  if (images.filter((image) => image.primary).length !== 1) return CHOOSE_PRIMARY_IMAGE;
  return undefined;
}
