import { endedSessionCookie } from '../sessions/session-cookie.ts';

/** The longest total lifetime of a session, see ROLES. */
const MAX_SESSION_SECONDS = 30 * 86_400;

/** Sets the cookie that marks a session as ended. */
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
  return endedSessionCookie(location.origin);
}
