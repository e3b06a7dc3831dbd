import type { CSSProperties } from 'react';
import { toPlaceholderGradient } from '../blur-placeholder.ts';
import {
  type Picture as PictureData,
  type RenditionFormat,
  getStaticMapUrl,
  getRenditionUrl,
  getRenditionWidths,
} from '../schema.ts';
import './picture.css';

/** Width in pixels for browsers without `srcset`. */
const FALLBACK_WIDTH = 1080;
/** Pixels of a static map: 3:2 like cards. */
const MAP_SIZE = { width: 960, height: 640 };

/**
 * A photograph that fills its box, cropped around its focal point, over a placeholder until it is loaded.
 * @param props.sizes its width on the page, as in the attribute `sizes`
 * @param props.priority for the first picture of a page: loaded at once, before anything else
 * @param props.crop false shows the whole picture, with margins where the box has another shape
 * @param props.className of the `img`
 */
export function Picture(props: {
  picture: PictureData;
  sizes: string;
  priority?: boolean;
  crop?: boolean;
  className?: string | undefined;
}) {
  const { picture, sizes, priority = false, crop = true, className } = props;
  const widths = getRenditionWidths(picture.width);
  return (
    <picture className={crop ? 'picture' : 'picture picture--whole'}>
      <source type="image/avif" srcSet={toSourceSet(picture.sha256, widths, 'avif')} sizes={sizes} />
      <img
        src={getRenditionUrl(picture.sha256, Math.min(FALLBACK_WIDTH, picture.width), 'webp')}
        srcSet={toSourceSet(picture.sha256, widths, 'webp')}
        sizes={sizes}
        width={picture.width}
        height={picture.height}
        alt={picture.alt}
        className={className}
        style={crop ? toCropStyle(picture) : undefined}
        {...getLoadingAttributes(priority)}
      />
    </picture>
  );
}

/** A map of the surroundings, for a location without a photograph. `position` is the public one. */
export function StaticMap(props: {
  position: { latitude: number; longitude: number };
  alt: string;
  /** Shows only the centre, for thumbnails. */
  isCloseUp?: boolean;
  priority?: boolean;
  className?: string | undefined;
}) {
  const { position, alt, isCloseUp = false, priority = false, className } = props;
  const src = getStaticMapUrl(position) + (isCloseUp ? '#close-up' : '');
  return <img src={src} {...MAP_SIZE} alt={alt} className={className} {...getLoadingAttributes(priority)} />;
}

function getLoadingAttributes(priority: boolean) {
  return priority
    ? ({ fetchPriority: 'high', decoding: 'sync' } as const)
    : ({ loading: 'lazy', decoding: 'async' } as const);
}

function toSourceSet(sha256: string, widths: readonly number[], format: RenditionFormat): string {
  return widths.map((width) => `${getRenditionUrl(sha256, width, format)} ${width}w`).join(', ');
}

function toCropStyle({ focal, placeholder }: PictureData): CSSProperties {
  return {
    '--focal': `${Math.round(focal.x * 100)}% ${Math.round(focal.y * 100)}%`,
    ...(placeholder !== null && { '--placeholder': toPlaceholderGradient(placeholder) }),
  } as CSSProperties;
}
