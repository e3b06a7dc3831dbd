import { createHash, createHmac, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** The secret of a session that its cookie holds, and the one that its calls carry: made from it, it does not lead back to it. */
export interface SessionSecrets {
  readonly key: string;
  readonly token: string;
}

export function createSecrets(): SessionSecrets {
  const key = createSecret();
  return { key, token: deriveToken(key) };
}

/** 256 random bits, fit to stand in an address. */
export function createSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

export function deriveToken(key: string): string {
  return createHmac('sha256', Buffer.from(key, 'base64url')).update('token').digest('base64url');
}

/** What is stored of a secret. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Whether a text could be such a secret at all. */
export function isWellFormedSecret(text: string | undefined): text is string {
  return text !== undefined && /^[\w-]{43}$/.test(text);
}
