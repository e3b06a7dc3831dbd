import { endedSessionCookie } from '../sessions/session-cookie.ts';

/** No session lasts longer, see SESSION_AGES. */
const MAX_SESSION_SECONDS = 30 * 86_400;

/** Has this browser refuse the session until the site has ended it. */
export function markEnded(sessionId: string): void {
  write(sessionId, MAX_SESSION_SECONDS);
}

export function clearEnded(): void {
  write('', 0);
}

export function isMarkedEnded(sessionId: string): boolean {
  return document.cookie.split('; ').includes(`${cookie().name}=${sessionId}`);
}

function write(value: string, maxAgeSeconds: number): void {
  const { name, options } = cookie();
  document.cookie = `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=${options.path}; SameSite=${options.sameSite}${options.secure ? '; Secure' : ''}`;
}

function cookie() {
  return endedSessionCookie(location.protocol === 'https:');
}
