import { createHmac } from 'node:crypto';
import { createSecret } from '../../../platform/http/secrets.server.ts';

/** The key is in the session cookie. The token, an HMAC of the key, authorises API calls and does not reveal the key. */
export interface SessionSecrets {
  readonly key: string;
  readonly token: string;
}

export function createSecrets(): SessionSecrets {
  const key = createSecret();
  return { key, token: deriveToken(key) };
}

export function deriveToken(key: string): string {
  return createHmac('sha256', Buffer.from(key, 'base64url')).update('token').digest('base64url');
}
