import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** Returns 256 random bits as a URL-safe text: the secret of a link or cookie. */
export function createSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** Returns the SHA-256 that is stored in place of a secret. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Whether a text has the form of a secret. */
export function isWellFormedSecret(text: string | undefined): text is string {
  return text !== undefined && /^[\w-]{43}$/.test(text);
}
