import type { MailContent } from '../../platform/mail/mail-template.ts';
import { type Picture, getRenditionUrl, getRenditionWidths } from './schema.ts';

/** Pixels: twice the CSS width of an email, for high-density screens. */
const WIDTH = 1200;

/** Returns the picture of a published location as an email shows it, with the title in place of a missing alternative text. */
export function toMailPicture(
  location: { readonly title: string; readonly primaryimage: Picture | null } | undefined,
  siteUrl: string,
): MailContent['picture'] {
  if (!location?.primaryimage) return undefined;
  const { sha256, width, alt, focal } = location.primaryimage;
  const widths = getRenditionWidths(width).toSorted((a, b) => a - b);
  const renditionWidth = widths.find((candidate) => candidate >= WIDTH) ?? widths.at(-1) ?? width;
  // Few mail clients support AVIF.
  return { url: `${siteUrl}${getRenditionUrl(sha256, renditionWidth, 'webp')}`, alt: alt || location.title, focal };
}
