import { getImageName } from '../editing/images/image-name.ts';
import { z } from 'zod';
import { formatCount, formatNumber } from '../../../platform/text/numbers.ts';
import { picture } from '../../media/schema.ts';

/** An image of a published version. Without a description it has the title of the location. */
export type ComparedImage = Omit<z.infer<typeof comparedImage>, 'alt' | 'name'> & {
  readonly alt?: string;
  readonly primary: boolean;
};

export const comparedImage = picture.extend({
  id: z.string(),
  /** Its caption, or which picture it is, from 1. */
  name: z.string(),
});

/** The properties of an image that are compared. */
const IMAGE_PARTS = ['caption', 'alt', 'credit', 'licence', 'focal'] as const;

/** The differences between the images of a location and those of the published version. */
export const imageChanges = z.object({
  added: z.array(comparedImage),
  removed: z.array(comparedImage),
  /** Null while it is the same one. */
  primary: z.object({ published: comparedImage, now: comparedImage }).nullable(),
  /** Those that are on both sides, in the order of each; null while that is the same. */
  order: z.object({ published: z.array(comparedImage), now: z.array(comparedImage) }).nullable(),
  changed: z.array(
    z.object({
      image: comparedImage,
      parts: z.array(z.object({ part: z.enum(IMAGE_PARTS), published: z.string(), now: z.string() })),
    }),
  ),
});
export type ImageChanges = z.infer<typeof imageChanges>;

/** Compares the published images with the present ones, both with the primary image first; null if they are equal. */
export function getImageChanges(
  published: readonly ComparedImage[],
  now: readonly ComparedImage[],
): ImageChanges | null {
  const [before, after] = [published.map(nameImage), now.map(nameImage)];
  const online = new Map(before.map((image) => [image.id, image]));
  const present = new Map(after.map((image) => [image.id, image]));
  const primary = getPrimaryChange(before, after);
  // The primary image comes first wherever its place is, so a new one alone moves no other.
  const skippedIds = new Set([primary?.published.id, primary?.now.id]);
  const filterCommon = (images: readonly NamedImage[], others: ReadonlyMap<string, NamedImage>) =>
    images.filter(({ id }) => others.has(id) && !skippedIds.has(id));
  const order = { published: filterCommon(before, present), now: filterCommon(after, online) };
  const isReordered = order.published.some(({ id }, index) => id !== order.now[index]?.id);
  const changes = {
    added: after.filter(({ id }) => !online.has(id)).map(toComparedImage),
    removed: before.filter(({ id }) => !present.has(id)).map(toComparedImage),
    primary: primary && { published: toComparedImage(primary.published), now: toComparedImage(primary.now) },
    order: isReordered
      ? { published: order.published.map(toComparedImage), now: order.now.map(toComparedImage) }
      : null,
    changed: after.flatMap((image) => {
      const parts = getChangedParts(online.get(image.id) ?? image, image);
      return parts.length > 0 ? [{ image: toComparedImage(image), parts }] : [];
    }),
  };
  const { added, removed, changed } = changes;
  const isSame = added.length + removed.length + changed.length === 0 && !primary && !isReordered;
  return isSame ? null : changes;
}

/** Describes the differences in a line, such as ‘2 images added, 1 removed, order changed’. */
export function summariseImageChanges({ added, removed, primary, order, changed }: ImageChanges): string {
  const counts = [
    { count: added.length, what: 'added' },
    { count: removed.length, what: 'removed' },
    { count: changed.length, what: 'described differently' },
  ].filter(({ count }) => count > 0);
  return [
    ...counts.map(
      ({ count, what }, index) => `${index === 0 ? formatCount(count, 'image') : formatNumber(count)} ${what}`,
    ),
    ...(primary ? ['another primary image'] : []),
    ...(order ? [counts.length > 0 ? 'order changed' : 'order of the images changed'] : []),
  ].join(', ');
}

/** The images of a version with their names. */
export function nameImages(images: readonly ComparedImage[]): (z.infer<typeof comparedImage> & { primary: boolean })[] {
  return images.map((image, index) => {
    const named = nameImage(image, index);
    return { ...toComparedImage(named), primary: named.primary };
  });
}

type NamedImage = ComparedImage & { readonly name: string };

function nameImage(image: ComparedImage, index: number): NamedImage {
  return { ...image, name: getImageName(image, index) };
}

function toComparedImage(image: NamedImage): z.infer<typeof comparedImage> {
  const { primary: _, ...shown } = image;
  return { ...shown, alt: image.alt ?? '' };
}

function getPrimaryChange(before: readonly NamedImage[], after: readonly NamedImage[]) {
  const published = before.find(({ primary }) => primary);
  const now = after.find(({ primary }) => primary);
  return published && now && published.id !== now.id ? { published, now } : null;
}

function getChangedParts(published: NamedImage, now: NamedImage): ImageChanges['changed'][number]['parts'] {
  return IMAGE_PARTS.map((part) => ({
    part,
    published: formatPart(published, part),
    now: formatPart(now, part),
  })).filter((part) => part.published !== part.now);
}

function formatPart(image: NamedImage, part: (typeof IMAGE_PARTS)[number]): string {
  if (part === 'focal') {
    const { x, y } = image.focal;
    return `${Math.round(x * 100)}% from the left, ${Math.round(y * 100)}% from the top`;
  }
  // Without an alternative text the caption is published in its place.
  if (part === 'alt' && image.alt === image.caption) return '';
  return image[part] ?? '';
}
