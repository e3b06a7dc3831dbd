import { ApiError } from '../../../platform/http/contract.ts';
import { PASSKEY_NOT_USED } from '../messages.ts';

/** Whether this browser can use passkeys. The functions that convert their JSON came with all browsers of 2025. */
export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/**
 * Asks the browser for a passkey.
 * @returns what the API expects
 * @throws {ApiError} with a message to show when the person cancels, or has no matching passkey
 */
export async function getPasskey(options: { readonly challenge: string }): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return toJson(() => navigator.credentials.get({ publicKey }));
}

/** Asks the browser to create a passkey. As {@link getPasskey}. */
export async function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return toJson(() => navigator.credentials.create({ publicKey }));
}

async function toJson(ask: () => Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await ask();
    if (credential instanceof PublicKeyCredential) return credential.toJSON();
  } catch (error) {
    // Cancelled, timed out, or the device has none. Browsers do not tell sites which.
    if (!(error instanceof DOMException)) throw error;
  }
  throw new ApiError('INVALID', PASSKEY_NOT_USED);
}
