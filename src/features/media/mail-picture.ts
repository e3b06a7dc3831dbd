import type { MailContent } from '../../platform/mail/mail-template.ts';
import { type Picture, getRenditionUrl, getRenditionWidths } from './schema.ts';

/** Pixels: twice the CSS width of an email, for high-density screens. */
const WIDTH = 1200;

/**
 * Returns a published picture as an email shows it; undefined without one.
 * @param title in place of a missing alternative text
 */
export function toMailPicture(
  picture: Pick<Picture, 'sha256' | 'width' | 'alt' | 'focal'> | null | undefined,
  title: string,
  siteUrl: string,
): MailContent['picture'] {
  if (!picture) return undefined;
  const { sha256, width, alt, focal } = picture;
  const widths = getRenditionWidths(width).toSorted((a, b) => a - b);
  const renditionWidth = widths.find((candidate) => candidate >= WIDTH) ?? widths.at(-1) ?? width;
  // Few mail clients support AVIF.
  return { url: `${siteUrl}${getRenditionUrl(sha256, renditionWidth, 'webp')}`, alt: alt || title, focal };
}
