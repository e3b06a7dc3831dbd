import { Agent, request } from 'node:http';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { resetPassword } from '../src/features/accounts/contract.ts';
import { createToken } from '../src/features/accounts/tokens/commands.server.ts';
import { createHttpApi } from '../src/platform/http/api-client.ts';
import { PASSWORD, addPerson } from './support/people.ts';
import { type Site, startSite } from './support/site.ts';

const SECOND = 1_000;
/** How far the clock of the sites, which stands still otherwise, is ahead (milliseconds). */
let ahead = 0;
const begun = Date.now();
const now = () => new Date(begun + ahead);
const site = await startSite({ now });
const behindProxy = await startSite({ now, env: { TRUSTED_PROXIES: '127.0.0.1' } });
const agent = new Agent({ keepAlive: true, maxSockets: 50 });
afterAll(() => agent.destroy());
beforeEach(async () => {
  ahead = 0;
  for (const { db } of [site, behindProxy]) await db.deleteFrom('login_attempts').execute();
});

/** Of what a network may try with one account, and all networks with it, before there are waits. */
const FREE_ATTEMPTS = { network: 5, account: 50, accounts: 60 };

interface Outcome {
  readonly status: number;
  /** Seconds. */
  readonly retryAfter: number;
}

/** Tries a password, as a client that says it is at `from`. */
function guess(at: Site, email: string, password: string, from?: string): Promise<Outcome> {
  const body = JSON.stringify({ email, password });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    request(`${at.url}/api/login`, {
      agent,
      method: 'POST',
      headers: { ...headers, ...(from !== undefined && { 'x-forwarded-for': from, forwarded: `for=${from}` }) },
    })
      .on('response', (response) => {
        response.resume();
        const retryAfter = Number(response.headers['retry-after'] ?? 0);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, retryAfter }));
      })
      .on('error', reject)
      .end(body);
  });
}

const guesses = (count: number, tried: (n: number) => Promise<Outcome>) =>
  Promise.all(Array.from({ length: count }, (_, n) => tried(n)));
const address = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
/** How many guesses were looked at, of outcomes that are all either that or told to wait. */
function countChecked(outcomes: readonly Outcome[]): number {
  for (const { status, retryAfter } of outcomes) {
    expect([422, 429]).toContain(status);
    expect(retryAfter > 0).toBe(status === 429);
  }
  return outcomes.filter(({ status }) => status === 422).length;
}

describe('of guesses at the same time', () => {
  test('a thousand at one account get no more through than the limit, wherever they say they come from', async () => {
    const { email } = await addPerson(site.db, 'SCOUT');
    const outcomes = await guesses(1_000, (n) => guess(site, email, `guess number ${n}`, address(n)));
    expect(countChecked(outcomes)).toBe(FREE_ATTEMPTS.network);
  });

  test('those behind a proxy count by what it adds, whatever they say themselves', async () => {
    const { email } = await addPerson(behindProxy.db, 'SCOUT');
    const forged = (n: number) => `${address(n)}, 203.0.113.7`;
    const outcomes = await guesses(100, (n) => guess(behindProxy, email, `guess number ${n}`, forged(n)));
    expect(countChecked(outcomes)).toBe(FREE_ATTEMPTS.network);
  });

  test('a thousand from as many networks get no more through than the account has', async () => {
    const { email } = await addPerson(behindProxy.db, 'SCOUT');
    const outcomes = await guesses(1_000, (n) => guess(behindProxy, email, `guess number ${n}`, address(n)));
    expect(countChecked(outcomes)).toBe(FREE_ATTEMPTS.account);
  });

  test('those at many accounts get no more through than the network has', async () => {
    const outcomes = await guesses(200, (n) => guess(site, `person-${n}@crew.example`, 'the same password'));
    expect(countChecked(outcomes)).toBe(FREE_ATTEMPTS.accounts);
  });

  test('those at an address without an account are counted the same', async () => {
    const outcomes = await guesses(50, (n) => guess(site, 'nobody@crew.example', `guess number ${n}`));
    expect(countChecked(outcomes)).toBe(FREE_ATTEMPTS.network);
  });
});

describe('whoever is told to wait', () => {
  test('waits for twice as long after each wrong password, and not for ever', async () => {
    const { email } = await addPerson(site.db, 'SCOUT');
    await guesses(FREE_ATTEMPTS.network, () => guess(site, email, 'wrong'));
    const waits: number[] = [];
    for (let n = 0; n < 9; n++) {
      const { status, retryAfter } = await guess(site, email, 'wrong');
      expect(status).toBe(429);
      waits.push(retryAfter);
      ahead += retryAfter * SECOND;
      expect(await guess(site, email, 'wrong')).toMatchObject({ status: 422 });
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
  });

  test('does not wait longer for having asked meanwhile, and is let in with the right password', async () => {
    const { email } = await addPerson(site.db, 'SCOUT');
    await guesses(FREE_ATTEMPTS.network, () => guess(site, email, 'wrong'));
    for (const n of [1, 2, 3]) {
      ahead = n * SECOND;
      expect((await guess(site, email, PASSWORD)).retryAfter).toBe(5 - n);
    }
    ahead = 5 * SECOND;
    expect(await guess(site, email, PASSWORD)).toMatchObject({ status: 200 });
    // What was counted is forgiven.
    const outcomes = await guesses(FREE_ATTEMPTS.network + 1, () => guess(site, email, 'wrong'));
    expect(countChecked(outcomes)).toBe(FREE_ATTEMPTS.network);
  });

  test('can begin anew an hour later', async () => {
    const { email } = await addPerson(site.db, 'SCOUT');
    await guesses(FREE_ATTEMPTS.network + 5, () => guess(site, email, 'wrong'));
    ahead = 3_601 * SECOND;
    expect(countChecked(await guesses(FREE_ATTEMPTS.network + 5, () => guess(site, email, 'wrong')))).toBe(
      FREE_ATTEMPTS.network,
    );
  });
});

describe('whoever has the account', () => {
  test('is not kept out by somebody who guesses from elsewhere', async () => {
    const { email } = await addPerson(behindProxy.db, 'SCOUT');
    await guesses(200, () => guess(behindProxy, email, 'wrong', '203.0.113.7'));
    expect(await guess(behindProxy, email, PASSWORD, '192.0.2.1')).toMatchObject({ status: 200 });
  });

  test('is kept out for half a minute at most by guesses from everywhere', async () => {
    const { email } = await addPerson(behindProxy.db, 'SCOUT');
    await guesses(FREE_ATTEMPTS.account, (n) => guess(behindProxy, email, 'wrong', address(n)));
    for (let round = 1; round <= 8; round++) {
      await guesses(5, (n) => guess(behindProxy, email, 'wrong', address(round * 1_000 + n)));
      const { status, retryAfter } = await guess(behindProxy, email, PASSWORD, '192.0.2.1');
      expect(status).toBe(429);
      expect(retryAfter).toBeLessThanOrEqual(30);
      ahead += retryAfter * SECOND;
    }
    expect(await guess(behindProxy, email, PASSWORD, '192.0.2.1')).toMatchObject({ status: 200 });
  });

  test('is let in at once after choosing a new password', async () => {
    const { email, id } = await addPerson(behindProxy.db, 'SCOUT');
    await guesses(100, (n) => guess(behindProxy, email, 'wrong', address(n)));
    await guesses(FREE_ATTEMPTS.network, () => guess(behindProxy, email, 'forgotten'));
    const link = { purpose: 'reset-password', userId: id, email, at: now() } as const;
    const token = await behindProxy.db.transaction().execute((trx) => createToken(trx, link));
    const password = 'three otters in a weir';
    await createHttpApi({ origin: behindProxy.url })(resetPassword, { token, password });
    expect(await guess(behindProxy, email, password)).toMatchObject({ status: 200 });
  });
});

test('what is counted names nobody', async () => {
  const { email } = await addPerson(site.db, 'SCOUT');
  await guess(site, email, 'wrong');
  const rows = await site.db.selectFrom('login_attempts').selectAll().execute();
  expect(rows.map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
  for (const { subject_hash } of rows) expect(subject_hash).toHaveLength(32);
});
