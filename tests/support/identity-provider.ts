import { createSign, generateKeyPairSync } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Provider } from 'oidc-provider';
import { afterAll } from 'vitest';
import { freePort } from './site.ts';

const CLIENT = { client_id: 'recce', client_secret: 'a secret of the client, for tests' };

/** Somebody at the provider; claims without a name here are sent as they are. */
interface ProviderAccount {
  readonly email?: string;
  readonly email_verified?: unknown;
  readonly given_name?: string;
  readonly family_name?: string;
  readonly roles?: unknown;
  /** Of the log-in. */
  readonly amr?: readonly string[];
  readonly acr?: string;
}

/** Claims and header of an ID token, which a test can change before it is signed again. */
type Tamper = (claims: Record<string, unknown>, header: Record<string, unknown>) => void;

/** A provider of OpenID Connect on a loopback address, whose people log in by their names alone. */
export interface IdentityProvider {
  readonly issuer: string;
  /** The settings of a site at `port` that uses it. */
  readonly env: NodeJS.ProcessEnv;
  /** People by their log-in names, which are also their subjects. */
  readonly accounts: Map<string, ProviderAccount>;
  /** Logs somebody in as a browser would, and returns the URL that the provider redirects to. */
  logIn(url: string, name: string): Promise<URL>;
  /** Changes ID tokens until it is called without a function. @param key another key than the published one */
  tamper(change?: Tamper, key?: 'other'): void;
  /** The number of ID tokens that were issued. */
  countTokens(): number;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** @param siteUrl of the site that is its client */
export async function startIdentityProvider(siteUrl: string): Promise<IdentityProvider> {
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  const accounts = new Map<string, ProviderAccount>();
  const keys = { published: createKey(), other: createKey() };
  let tampering: { change: Tamper; key: keyof typeof keys } | undefined;
  let tokens = 0;

  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, ...CLIENT_OPTIONS, redirect_uris: [`${siteUrl}/log-in/single-sign-on`] }],
    jwks: { keys: [{ ...keys.published.export({ format: 'jwk' }), kid: 'key', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of cookies, for tests'] },
    claims: { openid: ['sub', 'roles', 'amr', 'acr'], email: ['email', 'email_verified'], profile: PROFILE },
    acrValues: ['high', 'low'],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/interaction' },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_context: unknown, accountId: string) => {
      const { amr: _amr, acr: _acr, ...claims } = accounts.get(accountId) ?? {};
      return { accountId, claims: () => ({ sub: accountId, ...claims }) };
    },
    // Nobody is asked for consent.
    loadExistingGrant: async ({
      oidc,
    }: {
      oidc: { session: { accountId?: string }; client: { clientId: string } };
    }) => {
      const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string } | undefined;
    if (context.oidc?.route !== 'token' || body?.id_token === undefined) return;
    tokens++;
    if (tampering)
      context.body = { ...body, id_token: signAgain(body.id_token, tampering.change, keys[tampering.key]) };
  });
  const handle = provider.callback();
  const server = createServer((request, response) => {
    if (request.url === '/interaction') void interact(provider, accounts, request, response);
    else handle(request, response);
  });
  const start = () => new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await start();
  afterAll(() => (server.listening ? stop() : undefined));
  return {
    issuer,
    accounts,
    start,
    stop,
    env: {
      SSO_ISSUER: issuer,
      SSO_CLIENT_ID: CLIENT.client_id,
      SSO_CLIENT_SECRET: CLIENT.client_secret,
      SSO_NAME: 'Agency Log-in',
    },
    logIn: (url, name) => logInAsBrowser(issuer, url, name),
    tamper: (change, key) => void (tampering = change && { change, key: key ?? 'published' }),
    countTokens: () => tokens,
  };
}

const PROFILE = ['given_name', 'family_name', 'name'];
const CLIENT_OPTIONS = { token_endpoint_auth_method: 'client_secret_post', response_types: ['code'] } as const;

function createKey() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

function signAgain(token: string, change: Tamper, key: ReturnType<typeof createKey>): string {
  const [header, claims] = token.split('.').slice(0, 2).map(decode);
  change(claims!, header!);
  const signed = `${encode(header!)}.${encode(claims!)}`;
  if (header!['alg'] === 'none') return `${signed}.`;
  return `${signed}.${createSign('sha256').update(signed).sign(key, 'base64url')}`;
}

/** Shows a form for the name, and logs in the person who enters one. */
async function interact(
  provider: Provider,
  accounts: ReadonlyMap<string, ProviderAccount>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'GET') {
    await provider.interactionDetails(request, response);
    response.setHeader('content-type', 'text/html; charset=utf-8').end(FORM);
    return;
  }
  const form = new URLSearchParams(await text(request));
  const accountId = form.get('name') ?? '';
  const { amr, acr } = accounts.get(accountId) ?? {};
  const result = form.has('cancel')
    ? { error: 'access_denied' }
    : { login: { accountId, ...(amr && { amr }), ...(acr && { acr }) } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

const FORM = `<!doctype html><html lang="en"><title>Agency Log-in</title><main><h1>Agency Log-in</h1><form method="post">
<label>Name <input name="name"></label><button>Continue</button><button name="cancel" value="yes">Cancel</button></form></main></html>`;

/** Follows redirects with cookies, and fills in the form, until the provider sends the browser elsewhere. */
async function logInAsBrowser(issuer: string, url: string, name: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = new URL(url);
  let body: URLSearchParams | undefined;
  for (let requests = 0; requests < 10; requests++) {
    if (next.origin !== issuer) return next;
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie },
      ...(body && { method: 'POST', body }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(key, value);
    }
    body = undefined;
    const location = response.headers.get('location');
    if (location !== null) next = new URL(location, next);
    else if (response.ok && next.pathname === '/interaction') body = new URLSearchParams({ name });
    else throw new Error(`the provider responded with ${response.status}: ${await response.text()}`);
  }
  throw new Error('too many redirects');
}
