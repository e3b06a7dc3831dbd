import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { assertWithinLimit } from '../../../platform/feature/row-limits.ts';
import type { Sender } from '../../../platform/mail/site-mail.ts';
import { PASSKEY_REFUSED, PASSKEY_TAKEN, passkeyLimit } from '../messages.ts';
import type { PasskeyProof, newPasskey } from './schema.ts';

export const MAX_PASSKEYS = 20;
/** EdDSA, ES256 and RS256 (https://www.iana.org/assignments/cose): what today's devices create. */
const ALGORITHMS = [-8, -7, -257];

type Site = Pick<Sender, 'site' | 'siteUrl'>;

interface StoredPasskey {
  readonly credential_id: Buffer;
  readonly transports: readonly string[];
}

/** Options for a browser to create a passkey. The token of the step is the challenge. */
export async function getNewPasskeyOptions(
  site: Site,
  user: { id: string; email: string; name: string },
  token: string,
  existing: readonly StoredPasskey[],
) {
  const options = await generateRegistrationOptions({
    rpName: site.site.name,
    rpID: toRpId(site),
    userName: user.email,
    userDisplayName: user.name,
    userID: toBytes(Buffer.from(user.id.replaceAll('-', ''), 'hex')),
    challenge: toBytes(Buffer.from(token, 'base64url')),
    excludeCredentials: existing.map(toDescriptor),
    // A passkey that the device finds by itself, unlocked by its owner, replaces the password as well. Others are a second factor.
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  return { ...options };
}

/** Options for a browser to use a passkey. @param existing those of the account; none to let the person choose one of any */
export async function getPasskeyOptions(site: Site, token: string, existing: readonly StoredPasskey[]) {
  const options = await generateAuthenticationOptions({
    rpID: toRpId(site),
    challenge: toBytes(Buffer.from(token, 'base64url')),
    allowCredentials: existing.map(toDescriptor),
    userVerification: existing.length === 0 ? 'required' : 'preferred',
  });
  return { ...options };
}

/** Lists the passkeys of an account, as the options of a browser need them. */
export function listStoredPasskeys(db: Db, userId: string): Promise<StoredPasskey[]> {
  return db.selectFrom('passkeys').select(['credential_id', 'transports']).where('user_id', '=', userId).execute();
}

/**
 * Adds a passkey that a browser has created. The transaction must have locked the user's row.
 * @throws {ApiError} INVALID when it was not created for this site and this token; CONFLICT when it is known or there are too many
 */
export async function addPasskey(
  trx: Trx,
  site: Site,
  {
    userId,
    name,
    token,
    passkey,
  }: { userId: string; name: string; token: string; passkey: z.output<typeof newPasskey> },
): Promise<void> {
  const { registrationInfo } = await verifyOrRefuse(() =>
    verifyRegistrationResponse({
      response: passkey,
      ...expectations(site, token),
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!registrationInfo) throw passkeyRefusedError();
  const { id, publicKey, counter } = registrationInfo.credential;
  await assertWithinLimit(trx, {
    lock: `passkeys of ${userId}`,
    count: sql`select count(*) from passkeys where user_id = ${userId}`,
    max: MAX_PASSKEYS,
    adding: 1,
    message: passkeyLimit,
  });
  const added = await trx
    .insertInto('passkeys')
    .values({
      user_id: userId,
      name,
      credential_id: Buffer.from(id, 'base64url'),
      public_key: Buffer.from(publicKey),
      counter,
      transports: passkey.response.transports,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw new ApiError('CONFLICT', PASSKEY_TAKEN);
}

/** Finds whose passkey somebody presents, before it is checked. */
export async function findPasskeyOwner(db: Db, { id }: PasskeyProof): Promise<string | undefined> {
  const found = await db
    .selectFrom('passkeys')
    .select('user_id')
    .where('credential_id', '=', Buffer.from(id, 'base64url'))
    .executeTakeFirst();
  return found?.user_id;
}

/**
 * Checks that a passkey of this account has signed the token, and counts its use.
 * @param proof.alone whether it replaces the password: the device must then have recognised its owner, by PIN, finger or face
 * @throws {ApiError} INVALID
 */
export async function verifyPasskey(
  trx: Trx,
  site: Site,
  proof: { userId: string; token: string; passkey: PasskeyProof; alone: boolean; at: Date },
): Promise<void> {
  const stored = await trx
    .selectFrom('passkeys')
    .select(['id', 'public_key', 'counter'])
    .where('credential_id', '=', Buffer.from(proof.passkey.id, 'base64url'))
    .where('user_id', '=', proof.userId)
    .forUpdate()
    .executeTakeFirst();
  if (!stored) throw passkeyRefusedError();
  const credential = {
    id: proof.passkey.id,
    publicKey: toBytes(stored.public_key),
    counter: stored.counter,
  };
  const { verified, authenticationInfo } = await verifyOrRefuse(() =>
    verifyAuthenticationResponse({
      response: proof.passkey,
      ...expectations(site, proof.token),
      credential,
      requireUserVerification: proof.alone,
    }),
  );
  if (!verified) throw passkeyRefusedError();
  await trx
    .updateTable('passkeys')
    .set({ counter: authenticationInfo.newCounter, last_used_at: proof.at })
    .where('id', '=', stored.id)
    .execute();
}

/** The domain that passkeys are bound to. */
function toRpId({ siteUrl }: Site): string {
  return new URL(siteUrl).hostname;
}

function expectations(site: Site, token: string) {
  return { expectedChallenge: token, expectedOrigin: new URL(site.siteUrl).origin, expectedRPID: toRpId(site) };
}

/** The library throws for everything that does not match. */
async function verifyOrRefuse<Result>(verify: () => Promise<Result>): Promise<Result> {
  try {
    return await verify();
  } catch (error) {
    throw Object.assign(passkeyRefusedError(), { cause: error });
  }
}

function passkeyRefusedError(): ApiError {
  return new ApiError('INVALID', PASSKEY_REFUSED);
}

function toDescriptor({ credential_id, transports }: StoredPasskey) {
  return { id: credential_id.toString('base64url'), transports: [...transports] };
}

/** Copies into an array that the library accepts. */
function toBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(bytes);
}
