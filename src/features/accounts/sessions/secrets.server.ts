import { createHash, createHmac, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** The secret of a session that its cookie holds, and the one that its calls carry: made from it, it does not lead back to it. */
export interface SessionSecrets {
  readonly key: string;
  readonly token: string;
}

export function newSecrets(): SessionSecrets {
  const key = newSecret();
  return { key, token: tokenOf(key) };
}

/** 256 random bits, fit to stand in an address. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

export function tokenOf(key: string): string {
  return createHmac('sha256', Buffer.from(key, 'base64url')).update('token').digest('base64url');
}

/** What is stored of a secret. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Whether a text could be such a secret at all. */
export function isSecret(text: string | undefined): text is string {
  return text !== undefined && /^[\w-]{43}$/.test(text);
}
