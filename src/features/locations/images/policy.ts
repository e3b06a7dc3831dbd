export interface ImageState {
  readonly state: 'PROCESSING' | 'READY' | 'FAILED';
  readonly primary: boolean;
}

/** Which rule the images of a location break, in words, or undefined when they may be published. */
export function getImagesProblem(images: readonly ImageState[]): string | undefined {
  if (images.length === 0) return 'Add at least one image.';
  if (images.some((image) => image.state === 'FAILED'))
    return 'An image could not be processed. Remove it or add it again.';
  if (images.some((image) => image.state === 'PROCESSING'))
    return 'The images are still being processed. Try again in a moment.';
  if (images.filter((image) => image.primary).length !== 1) return 'Choose exactly one primary image.';
  return undefined;
}
