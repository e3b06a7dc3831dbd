import { z } from 'zod';
import { slugFormat } from '../../../../platform/http/field-schemas.ts';

export const MAX_URL_LENGTH = 150;

/** Last segment of the URL of a location's page. */
export const locationUrl = z
  .string()
  .trim()
  .max(MAX_URL_LENGTH)
  .regex(...slugFormat('old-mill'));

/** Reserved names of the product's own URLs. */
export const RESERVED_URLS: ReadonlySet<string> = new Set([
  'admin',
  'api',
  'boards',
  'compare',
  'contact-us',
  'edit-profile',
  'email-not-verified',
  'find-a-location',
  'location-enquiry',
  'locations',
  'maintenance',
  'media',
  'not-found',
  'register-location',
  'reset-password',
  'script',
  'verify-email',
]);

/** Letters that Unicode does not decompose. Pages have few of them: the search knows more, in a script that is not sent to browsers. */
const FOLDED: Readonly<Record<string, string>> = { æ: 'ae', œ: 'oe', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th' };

/** Returns the last URL segment for a title; the caller makes it unique. */
export function toUrl(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/[\p{Mark}'’]/gu, '')
    .toLowerCase()
    .replace(/[æœßøłđðþ]/g, (letter) => FOLDED[letter]!)
    .replace(/[^a-z0-9]+/g, '-');
  return words.slice(0, MAX_URL_LENGTH).replace(/^-|-$/g, '') || 'location';
}
