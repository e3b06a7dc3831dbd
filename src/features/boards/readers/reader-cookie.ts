import { hostCookie } from '../../../platform/http/host-cookie.ts';
import { READER_DAYS } from './schema.ts';

/**
 * The cookie of a browser in which addresses of shares were confirmed, or which a guest uses: one secret for all of them. It only allows
 * reading, and answering as this guest.
 */
export function readerCookie(siteUrl: string) {
  const { name, options } = hostCookie('board-reader', siteUrl);
  return { name, options: { ...options, sameSite: 'strict', httpOnly: true, maxAge: READER_DAYS * 86_400 } } as const;
}
