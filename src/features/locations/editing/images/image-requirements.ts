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
 * @param uploads the number of photographs that are not images yet
 */
export function getImagesProblem(images: readonly ImageState[], uploads = 0): string | undefined {
  if (uploads > 0) return UPLOADS_PENDING;
  if (images.length === 0) return ADD_AN_IMAGE;
  if (images.some((image) => image.state === 'FAILED')) return IMAGE_FAILED;
  if (images.some((image) => image.state === 'PROCESSING')) return IMAGES_IN_PROCESSING;
  if (images.filter((image) => image.primary).length !== 1) return CHOOSE_PRIMARY_IMAGE;
  return undefined;
}
