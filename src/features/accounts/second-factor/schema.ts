import { z } from 'zod';
import { singleLine } from '../../../platform/http/field-schemas.ts';
import { moment } from '../schema.ts';
import { ENTER_CODE, ENTER_PASSKEY_NAME } from '../messages.ts';

/** The token of something begun, which is also the challenge that a passkey signs: 256 bits as base64url. */
export const stepToken = z.string().max(100);

/** The ways to prove a second factor. */
export const FACTOR_METHODS = ['authenticator', 'passkey', 'recovery-code'] as const;

/** A code of six digits of an authenticator app, or a recovery code. Spaces and hyphens do not matter. */
export const factorCode = z
  .string()
  .max(60)
  .transform((text) => text.toLowerCase().replace(/[\s-]/g, ''))
  .pipe(z.string().min(1, ENTER_CODE));

const base64Url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/);

/** Result of `PublicKeyCredential.toJSON()` after `navigator.credentials.get()`. */
export const passkeyProof = z.object({
  id: base64Url,
  rawId: base64Url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64Url,
    authenticatorData: base64Url,
    signature: base64Url,
  }),
  clientExtensionResults: z.record(z.string(), z.unknown()).transform(() => ({})),
});
export type PasskeyProof = z.output<typeof passkeyProof>;

/** Result of `PublicKeyCredential.toJSON()` after `navigator.credentials.create()`. */
export const newPasskey = z.object({
  id: base64Url,
  rawId: base64Url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64Url,
    attestationObject: base64Url,
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
  clientExtensionResults: z.record(z.string(), z.unknown()).transform(() => ({})),
});

export const passkeyName = singleLine.min(1, ENTER_PASSKEY_NAME).max(60);

/** Options for `PublicKeyCredential.parseCreationOptionsFromJSON()` or `parseRequestOptionsFromJSON()`, as the browser expects them. */
export const passkeyOptions = z
  .looseObject({ challenge: z.string() })
  .describe('Options of the Web Authentication API, in its JSON form');

const passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  created_at: moment,
  last_used_at: moment.nullable(),
});
export type Passkey = z.output<typeof passkey>;

/** The second factors of the caller. */
export const secondFactors = z.object({
  /** Whether the role requires a second factor. */
  required: z.boolean(),
  /** Whether an authenticator app is set up. */
  authenticator: z.boolean(),
  passkeys: z.array(passkey),
  /** The number of recovery codes that are left. */
  recovery_codes: z.number(),
});
export type SecondFactors = z.output<typeof secondFactors>;

/** Recovery codes are shown once, when the first factor is added or the codes are replaced. */
export const addedFactor = z.object({ message: z.string(), recovery_codes: z.array(z.string()).optional() });
export type AddedFactor = z.output<typeof addedFactor>;

/** A log-in that waits for the second factor. */
export const pendingLogIn = z.object({
  token: z.string(),
  methods: z.array(z.enum(FACTOR_METHODS)),
  /** If the account has passkeys. */
  passkey_options: passkeyOptions.optional(),
});
export type PendingLogIn = z.output<typeof pendingLogIn>;
