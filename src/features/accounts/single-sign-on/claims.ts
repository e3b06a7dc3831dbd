import type { SingleSignOnConfig } from '../../../platform/settings/single-sign-on-settings.ts';
import { email, firstName, lastName } from '../../../platform/http/field-schemas.ts';

/** The verified claims of a person, from the ID token and the UserInfo endpoint. */
export type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

/** A role that the claim grants; a film office by its name. */
export type Grant = { readonly role: 'ADMIN' } | { readonly role: 'FILM_OFFICE'; readonly office: string };

/** Somebody whom the provider has logged in. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** Null unless the provider has verified it. */
  readonly email: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly grants: readonly Grant[];
  readonly hasSecondFactor: boolean;
  /** When the person has proven who they are; null if the provider does not say. */
  readonly authenticatedAt: Date | null;
}

type ClaimSettings = Pick<SingleSignOnConfig, 'rolesClaim' | 'roles' | 'emailVerifiedClaim' | 'acrValues'>;

/** The value of `amr` for several factors (RFC 8176). */
const SEVERAL_FACTORS = 'mfa';

export function toIdentity(claims: Claims, settings: ClaimSettings): Identity {
  const address = email.safeParse(claims['email']);
  const isVerified = isTrue(claims[settings.emailVerifiedClaim]);
  const acr = claims['acr'];
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: address.success && isVerified ? address.data : null,
    ...toNames(claims, address.data ?? claims.sub),
    grants: listGrants(claims[settings.rolesClaim], settings.roles),
    hasSecondFactor:
      toTexts(claims['amr']).includes(SEVERAL_FACTORS) || (typeof acr === 'string' && settings.acrValues.includes(acr)),
    authenticatedAt: typeof claims['auth_time'] === 'number' ? new Date(claims['auth_time'] * 1000) : null,
  };
}

/** Some providers send booleans as text or number. */
function isTrue(claim: unknown): boolean {
  return claim === true || claim === 'true' || claim === 1 || claim === '1';
}

function toTexts(claim: unknown): string[] {
  return [claim].flat().filter((value) => typeof value === 'string');
}

/** Values that name no role are those of other applications. */
function listGrants(claim: unknown, roles: ClaimSettings['roles']): Grant[] {
  const names = new Set(toTexts(claim).map((value) => (roles ? roles.get(value) : value)));
  return [...names].flatMap((name): Grant[] => {
    if (name === 'admin') return [{ role: 'ADMIN' }];
    const office = /^film-office:(.+)$/.exec(name ?? '')?.[1]?.trim();
    return office ? [{ role: 'FILM_OFFICE', office }] : [];
  });
}

/** The names of a new account, which its owner can change. Not every provider sends both. */
function toNames(claims: Claims, address: string): { firstName: string; lastName: string } {
  const words = toTexts(claims['name']).join(' ').trim().split(/\s+/);
  const fallback = address.split('@')[0]!.slice(0, 100);
  const choose = (schema: typeof firstName, claim: unknown, word: string | undefined) =>
    schema.safeParse(claim).data ?? schema.safeParse(word).data ?? fallback;
  return {
    firstName: choose(firstName, claims['given_name'], words.slice(0, -1).join(' ')),
    lastName: choose(lastName, claims['family_name'], words.at(-1)),
  };
}
