import { createHash } from 'node:crypto';

/** Tells people and scanners for leaked secrets what a token is. */
export const TOKEN_PREFIX = 'recce_';

/** Whether a bearer token has the form of a service token, in contrast to that of a session. */
export function isServiceToken(token: string | undefined): token is string {
  return token !== undefined && /^recce_[\w-]{43}$/.test(token);
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
