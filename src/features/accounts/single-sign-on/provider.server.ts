import * as oidc from 'openid-client';
import { ApiError } from '../../../platform/http/contract.ts';
import type { Log } from '../../../platform/diagnostics/log.ts';
import type { SingleSignOnConfig } from '../../../platform/settings/single-sign-on-settings.ts';
import { type Claims, type Identity, toIdentity } from './claims.ts';
import { providerCancelled, providerUnreachable, signOnUnverified } from './messages.ts';
import { SINGLE_SIGN_ON_PAGE } from '../page-access.ts';

/** Seconds that a request to the provider may take. */
const TIMEOUT_SECONDS = 10;
/** How long the URLs and capabilities of the provider are used before they are read again. */
const METADATA_MS = 3_600_000;
const SCOPE = 'openid email profile';

/** The secrets of one log-in, which the answer of the provider must match. */
export interface SignOnSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** The provider of OpenID Connect. */
export interface Provider {
  readonly settings: SingleSignOnConfig;
  /** Returns the URL of the provider's log-in page. @param again whether people must log in even if they are logged in there */
  getAddress(secrets: SignOnSecrets, again: boolean): Promise<URL>;
  /**
   * Redeems the answer of the provider: verifies it, exchanges its code, and verifies the signature and the claims of the ID token.
   * @throws {ApiError} INVALID; UNAVAILABLE when the provider cannot be reached
   */
  redeem(response: string, secrets: SignOnSecrets): Promise<Identity>;
}

/** Reads the metadata of the provider in the background. If that fails, each log-in tries again. */
export function connectProvider(settings: SingleSignOnConfig, siteUrl: string, log: Log): Provider {
  const redirectUri = `${siteUrl}${SINGLE_SIGN_ON_PAGE}`;
  const getClient = cacheClient(settings);
  getClient().catch((error: unknown) => warn(error, 'the provider of single sign-on cannot be used'));

  function warn(error: unknown, message: string): void {
    log.warn({ issuer: settings.issuer.href, ...describe(error) }, message);
  }

  /** Logs what went wrong, without claims and tokens, and throws what people read. */
  function fail(error: unknown): never {
    const isCancelled = error instanceof oidc.AuthorizationResponseError;
    warn(error, 'single sign-on failed');
    if (isUnreachable(error)) throw new ApiError('UNAVAILABLE', providerUnreachable(settings.name));
    throw new ApiError('INVALID', (isCancelled ? providerCancelled : signOnUnverified)(settings.name));
  }

  return {
    settings,
    getAddress: async ({ state, nonce, codeVerifier }, again) => {
      const client = await getClient().catch(fail);
      return oidc.buildAuthorizationUrl(client, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(settings.acrValues.length > 0 && { acr_values: settings.acrValues.join(' ') }),
        ...(again && { prompt: 'login', max_age: '0' }),
      });
    },
    redeem: async (response, { state, nonce, codeVerifier }) => {
      try {
        const client = await getClient();
        const tokens = await oidc.authorizationCodeGrant(client, new URL(`${redirectUri}?${response}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
        });
        const claims: Claims = tokens.claims()!;
        return toIdentity({ ...(await fetchUserInfo(client, tokens.access_token, claims.sub)), ...claims }, settings);
      } catch (error) {
        return fail(error);
      }
    },
  };
}

/** Many providers send names, email address and roles only here. Claims of the ID token take precedence. */
async function fetchUserInfo(client: oidc.Configuration, accessToken: string, subject: string) {
  if (client.serverMetadata().userinfo_endpoint === undefined) return {};
  return oidc.fetchUserInfo(client, accessToken, subject);
}

/** Returns a function that reads the metadata of the provider, and again after an hour or a failure. */
function cacheClient(settings: SingleSignOnConfig): () => Promise<oidc.Configuration> {
  let cached: { readonly client: Promise<oidc.Configuration>; readonly until: number } | undefined;
  return () => {
    if (cached && cached.until > performance.now()) return cached.client;
    const current = { client: discover(settings), until: performance.now() + METADATA_MS };
    cached = current;
    current.client.catch(() => {
      if (cached === current) cached = undefined;
    });
    return current.client;
  };
}

async function discover({ issuer, clientId, clientSecret }: SingleSignOnConfig): Promise<oidc.Configuration> {
  const isPlaintext = issuer.protocol === 'http:';
  const options = { timeout: TIMEOUT_SECONDS, ...(isPlaintext && { execute: [oidc.allowInsecureRequests] }) };
  const metadata = (await oidc.discovery(issuer, clientId, undefined, undefined, options)).serverMetadata();
  const methods = metadata.token_endpoint_auth_methods_supported;
  const authentication = methods?.includes('client_secret_post') ? oidc.ClientSecretPost : oidc.ClientSecretBasic;
  const client = new oidc.Configuration(metadata, clientId, undefined, authentication(clientSecret));
  client.timeout = TIMEOUT_SECONDS;
  if (isPlaintext) oidc.allowInsecureRequests(client);
  // Verifies the signature of the ID token as well, which the library otherwise leaves to TLS.
  oidc.enableNonRepudiationChecks(client);
  return client;
}

/** Codes of errors when there is no answer, or one that is not of a provider, such as that of a proxy. */
const UNREACHABLE: ReadonlySet<unknown> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]);

function isUnreachable(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return UNREACHABLE.has(code) || isFailedConnection(error);
}

function isFailedConnection(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'fetch failed';
}

/** Describes an error for the log. Leaves out causes, which contain claims and tokens, except those of connections, such as `ENOTFOUND`. */
function describe(error: unknown): { code: unknown; reason: string } {
  if (!(error instanceof Error)) return { code: undefined, reason: 'unknown' };
  if (isFailedConnection(error)) return { code: describe(error.cause).code, reason: error.message };
  const code = 'error' in error ? error.error : 'code' in error ? error.code : undefined;
  return { code, reason: error.message };
}
