import { z } from 'zod';
import { isLoopback } from './encrypted-connections.ts';

/** How people log in at a provider of OpenID Connect. */
export interface SingleSignOnConfig {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The name of the provider on buttons. */
  readonly name: string;
  /** The claim that carries roles, and the one that says whether the email address is verified. */
  readonly rolesClaim: string;
  readonly emailVerifiedClaim: string;
  /** Roles of this site by values of the claim; undefined if the values are these roles. */
  readonly roles: ReadonlyMap<string, string> | undefined;
  /** Values of the claim `acr` that mean a second factor, which are asked for. */
  readonly acrValues: readonly string[];
  /** Whether those who can use it may still log in with a password. */
  readonly teamPasswords: boolean;
}

/** Entra ID has one issuer for each organisation. These would let every organisation in. */
const SHARED_ISSUER = /^\/(common|organizations|consumers)(\/|$)/;

const issuer = z.string().superRefine((text, context) => {
  const url = URL.parse(text);
  const fail = (message: string) => context.addIssue({ code: 'custom', message });
  if (!url || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))))
    return fail('must be a URL that begins with https://');
  if (url.search || url.hash || url.username) return fail('must have no user, no query and no fragment');
  if (url.pathname.includes('/.well-known/')) return fail('must end before /.well-known/');
  if (SHARED_ISSUER.test(url.pathname)) fail('must be that of one organisation: replace the first segment of its path');
});

/** A list such as `VALUE=ROLE; VALUE=ROLE`. */
const roleList = (role: RegExp, form: string) =>
  z
    .string()
    .transform((text) =>
      text
        .split(';')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== '')
        .map((entry) => {
          const end = entry.lastIndexOf('=');
          return [entry.slice(0, Math.max(0, end)).trim(), entry.slice(end + 1).trim()] as const;
        }),
    )
    .refine((entries) => entries.length > 0 && entries.every(([value, name]) => value !== '' && role.test(name)), {
      message: `must be written VALUE=ROLE; VALUE=ROLE, where each role is ${form}`,
    })
    .refine((entries) => new Set(entries.map(([value]) => value)).size === entries.length, {
      message: 'must have each value once',
    })
    .transform((entries): ReadonlyMap<string, string> => new Map(entries));

/** @param roles the form of a role, and the same in words */
export const singleSignOnSettings = (roles: { pattern: RegExp; form: string }) => ({
  SSO_ISSUER: issuer.optional(),
  SSO_CLIENT_ID: z.string().min(1).optional(),
  SSO_CLIENT_SECRET: z.string().min(1).optional(),
  SSO_NAME: z.string().trim().min(1).max(60).optional(),
  SSO_ROLES_CLAIM: z.string().min(1).default('roles'),
  SSO_ROLES: roleList(roles.pattern, roles.form).optional(),
  SSO_EMAIL_VERIFIED_CLAIM: z.string().min(1).default('email_verified'),
  SSO_ACR_VALUES: z
    .string()
    .transform((text) => text.split(/\s+/).filter((value) => value !== ''))
    .optional(),
  TEAM_PASSWORDS: z.enum(['on', 'off']).default('on'),
});
type Settings = z.output<z.ZodObject<ReturnType<typeof singleSignOnSettings>>>;

/** Settings without which there is no single sign-on. */
const REQUIRED = ['SSO_ISSUER', 'SSO_CLIENT_ID', 'SSO_CLIENT_SECRET', 'SSO_NAME'] as const;

/** Says what is wrong with the settings together, one line each. `isSet` tells which ones the operator has set. */
export function findSingleSignOnProblems(set: Settings, isSet: (name: string) => boolean): string[] {
  if (REQUIRED.every((name) => set[name] !== undefined)) return [];
  const used = [...REQUIRED, 'SSO_ROLES_CLAIM', 'SSO_ROLES', 'SSO_EMAIL_VERIFIED_CLAIM', 'SSO_ACR_VALUES'].find(isSet);
  if (used !== undefined)
    return REQUIRED.filter((name) => set[name] === undefined).map((name) => `${name}: is required with ${used}`);
  return set.TEAM_PASSWORDS === 'off'
    ? ['TEAM_PASSWORDS: can be off only with single sign-on: set SSO_ISSUER too, or nobody could log in']
    : [];
}

/** Returns undefined if single sign-on is not set up. */
export function toSingleSignOn(set: Settings): SingleSignOnConfig | undefined {
  const { SSO_ISSUER, SSO_CLIENT_ID: clientId, SSO_CLIENT_SECRET: clientSecret, SSO_NAME: name } = set;
  if (SSO_ISSUER === undefined || clientId === undefined || clientSecret === undefined || name === undefined)
    return undefined;
  return {
    issuer: new URL(SSO_ISSUER),
    clientId,
    clientSecret,
    name,
    rolesClaim: set.SSO_ROLES_CLAIM,
    roles: set.SSO_ROLES,
    emailVerifiedClaim: set.SSO_EMAIL_VERIFIED_CLAIM,
    acrValues: set.SSO_ACR_VALUES ?? [],
    teamPasswords: set.TEAM_PASSWORDS === 'on',
  };
}
