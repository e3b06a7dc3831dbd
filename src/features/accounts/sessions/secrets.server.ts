import { createHash, createHmac, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** The key is in the session cookie. The token, an HMAC of the key, authorises API calls and does not reveal the key. */
export interface SessionSecrets {
  readonly key: string;
  readonly token: string;
}

export function createSecrets(): SessionSecrets {
  const key = createSecret();
  return { key, token: deriveToken(key) };
}

/** Returns 256 random bits as a URL-safe text. */
export function createSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

export function deriveToken(key: string): string {
  return createHmac('sha256', Buffer.from(key, 'base64url')).update('token').digest('base64url');
}

/** Returns the SHA-256 that is stored in place of a secret. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Whether a text has the form of a secret. */
export function isWellFormedSecret(text: string | undefined): text is string {
  return text !== undefined && /^[\w-]{43}$/.test(text);
}
