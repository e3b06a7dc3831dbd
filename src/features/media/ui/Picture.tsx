import type { CSSProperties } from 'react';
import { toPlaceholderGradient } from '../placeholder.ts';
import {
  type Picture as PictureData,
  type RenditionFormat,
  getDrawnMapUrl,
  getRenditionUrl,
  getRenditionWidths,
} from '../schema.ts';
import './picture.css';

/** What browsers that know no `srcset` load, in pixels. */
const FALLBACK_WIDTH = 1080;
/** Pixels of a drawn map, 3:2 like the frames of cards. */
const MAP_SIZE = { width: 960, height: 640 };

/**
 * A photograph that fills the box it stands in, cropped around its focal point, over its own colours until it is loaded.
 * @param props.sizes its width on the page, as in the attribute `sizes`
 * @param props.priority for the picture that a page opens with: loaded at once, before anything else
 * @param props.crop false shows all of it, with room left over where the box has another shape
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

/** A map of the surroundings, for a place without a photograph. `position` is the public one. */
export function DrawnMap(props: {
  position: { latitude: number; longitude: number };
  alt: string;
  /** Only the middle of it, where it is shown as small as a thumbnail. */
  close?: boolean;
  priority?: boolean;
  className?: string | undefined;
}) {
  const { position, alt, close = false, priority = false, className } = props;
  const src = getDrawnMapUrl(position) + (close ? '#close' : '');
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
