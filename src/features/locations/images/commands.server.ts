import type { Trx } from '../../../platform/events.ts';
import type { Picture } from '../../media/schema.ts';

/** A picture of a location. Its file is the media feature's; where and how it is shown is ours. */
export interface NewImage extends Pick<Picture, 'sha256' | 'alt' | 'caption' | 'credit' | 'licence' | 'focal'> {
  readonly locationId: string;
  /** Place among the images of the location. */
  readonly position: number;
  readonly primary: boolean;
}

/** Adds images to working copies; the pictures must be there. Nobody sees them before they are published. */
export async function addImages(trx: Trx, images: readonly NewImage[]): Promise<void> {
  if (images.length === 0) return;
  await trx
    .insertInto('images')
    .values(
      images.map(({ locationId, sha256, position, primary, alt, caption, credit, licence, focal }) => ({
        location_id: locationId,
        sha256,
        position,
        is_primary: primary,
        alt,
        caption,
        credit,
        licence,
        focal_x: focal.x,
        focal_y: focal.y,
      })),
    )
    .execute();
}
