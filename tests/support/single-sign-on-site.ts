import { randomUUID } from 'node:crypto';
import { beforeEach } from 'vitest';
import type { z } from 'zod';
import * as routes from '../../src/features/accounts/single-sign-on/contract.ts';
import { AUDIT_TYPES } from '../../src/features/audit-log/entry-types.ts';
import { createHttpApi } from '../../src/platform/http/api-client.ts';
import { isApiError } from '../../src/platform/http/contract.ts';
import { startIdentityProvider } from './identity-provider.ts';
import { freePort, startSite } from './site.ts';

/** The result of completing a log-in: the output, or the reason for its rejection. */
type Completed = Partial<z.output<typeof routes.completeSingleSignOn.output>> & {
  readonly status: number;
  readonly message?: string;
};

/** Messages of answers of the provider that are refused. */
export const EXPIRED = /^This log-in took too long, was completed already, or began in another browser\./;
export const UNVERIFIED = /^We could not verify the answer of Agency Log-in/;

/** Starts a provider and a site that uses it, for the tests of one file. Second factors are required. */
export async function startSingleSignOnSite() {
  /** Milliseconds that the clock of the site is ahead. */
  let elapsed = 0;
  const now = () => new Date(Date.now() + elapsed);
  const port = String(await freePort());
  const provider = await startIdentityProvider(`http://localhost:${port}`);
  const site = await startSite({
    now,
    env: { PORT: port, ...provider.env, SSO_ACR_VALUES: 'high', SECOND_FACTOR: 'required' },
  });
  beforeEach(() => {
    elapsed = 0;
    provider.tamper();
  });

  /** Adds somebody at the provider, with a verified email address and the role of the Locations Team unless it is given. */
  function addAtProvider(changes: Parameters<typeof provider.accounts.set>[1] = {}) {
    const name = randomUUID();
    const email = `${name}@agency.example`;
    const account = { email, email_verified: true, given_name: 'Mairi', family_name: 'Bell', roles: ['admin'] };
    provider.accounts.set(name, { amr: ['pwd', 'mfa'], ...account, ...changes });
    return { name, email: changes.email ?? email };
  }

  const createBrowser = () => new Browser(site.url);

  /** Logs somebody in at the provider and at the site. */
  async function signOn(name: string, browser = createBrowser()): Promise<Completed & { readonly browser: Browser }> {
    const answer = await provider.logIn(await browser.begin(), name);
    return { browser, ...(await browser.complete(answer)) };
  }

  const { db } = site;
  const findUser = (email: string) => db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
  /** The audit log entries about single sign-on of a user, or of nobody. */
  const listAudit = async (userId: string | null) => {
    const entries = await db
      .selectFrom('audit_logs')
      .select('type')
      .where('user_id', userId === null ? 'is' : '=', userId)
      .orderBy('id')
      .execute();
    const names = new Map<number, string>(Object.entries(AUDIT_TYPES).map(([name, { number }]) => [number, name]));
    return entries.map(({ type }) => names.get(type) ?? '').filter((name) => name.startsWith('SINGLE_SIGN_ON'));
  };
  const setElapsed = (milliseconds: number) => void (elapsed = milliseconds);
  return { site, db, provider, now, setElapsed, addAtProvider, createBrowser, signOn, findUser, listAudit };
}

/** A browser: its cookies, and the token of its session. */
export class Browser {
  readonly #siteUrl: string;
  readonly #cookies = new Map<string, string>();
  #token: string | undefined;

  constructor(siteUrl: string) {
    this.#siteUrl = siteUrl;
  }

  async post(path: string, body: object) {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const headers = { 'content-type': 'application/json', cookie, ...this.#authorization() };
    const response = await fetch(`${this.#siteUrl}/api${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.#cookies.set(key, value);
    }
    return {
      status: response.status,
      setCookie: response.headers.getSetCookie(),
      body: (await response.json()) as unknown,
    };
  }

  #authorization(): { authorization?: string } {
    return this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` };
  }

  /** Returns the URL at the provider. */
  async begin(
    returnTo?: string,
    path: '/login/single-sign-on/begin' | '/session/confirm/single-sign-on' = '/login/single-sign-on/begin',
  ) {
    const { body } = await this.post(path, { return_to: returnTo });
    return routes.beginSingleSignOn.output.parse(body).url;
  }

  /** Sends the answer of the provider to the site. */
  async complete(answer: URL): Promise<Completed> {
    const response = answer.search.slice(1);
    const { status, body } = await this.post('/login/single-sign-on', { response });
    if (status !== 200) return { status, message: (body as { detail: string }).detail };
    const output = routes.completeSingleSignOn.output.parse(body);
    this.#token = output.session?.token;
    return { status, ...output };
  }

  api() {
    return createHttpApi({ origin: this.#siteUrl, token: () => this.#token });
  }
}

/** Returns the status and message of a rejected call, or none. */
export const getError = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    (error: unknown) => (isApiError(error) ? `${error.status} ${error.message}` : error),
  );
