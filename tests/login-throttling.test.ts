import { Agent, request } from 'node:http';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { resetPassword } from '../src/features/accounts/contract.ts';
import { addLink } from './support/links.ts';
import { createHttpApi } from '../src/platform/http/api-client.ts';
import { PASSWORD, addPerson } from './support/people.ts';
import { type Site, startSite } from './support/site.ts';

const SECOND = 1_000;
/** Milliseconds by which the tests have advanced the fixed clock of the sites. */
let elapsed = 0;
const start = Date.now();
const now = () => new Date(start + elapsed);
const site = await startSite({ now });
const behindProxy = await startSite({ now, env: { TRUSTED_PROXIES: '127.0.0.1' } });
const agent = new Agent({ keepAlive: true, maxSockets: 50 });
afterAll(() => agent.destroy());
beforeEach(async () => {
  elapsed = 0;
  for (const { db } of [site, behindProxy]) await db.deleteFrom('login_attempts').execute();
});

/** Attempts before throttling: of a network at one account, of all networks at one account, and of a network at all accounts. */
const FREE_ATTEMPTS = { network: 5, account: 50, accounts: 60 };

interface Outcome {
  readonly status: number;
  /** Seconds. */
  readonly retryAfter: number;
}

/**
 * Tries a password, with `from` as the forwarded IP address. Tries again when the node is overloaded, since it has not looked at the password
 * then: it shares its thread with the tests, so that a garbage collection of theirs can count as a long turn of its event loop.
 */
async function guess(at: Site, email: string, password: string, from?: string): Promise<Outcome> {
  for (;;) {
    const outcome = await tryOnce(at, email, password, from);
    if (outcome.status !== 503) return outcome;
  }
}

function tryOnce(at: Site, email: string, password: string, from?: string): Promise<Outcome> {
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

const guesses = (count: number, attempt: (n: number) => Promise<Outcome>) =>
  Promise.all(Array.from({ length: count }, (_, n) => attempt(n)));
const address = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
/** Counts the guesses that were checked. Asserts that all others were throttled. */
function countChecked(outcomes: readonly Outcome[]): number {
  for (const { status, retryAfter } of outcomes) {
    expect([422, 429]).toContain(status);
    expect(retryAfter > 0).toBe(status === 429);
  }
  return outcomes.filter(({ status }) => status === 422).length;
}

describe('concurrent guesses', () => {
  test('are limited per network at one account, whatever IP address they claim', async () => {
    const { email } = await addPerson(site.db, 'SCOUT');
    const outcomes = await guesses(300, (n) => guess(site, email, `guess number ${n}`, address(n)));
    expect(countChecked(outcomes)).toBe(FREE_ATTEMPTS.network);
  });

  test('are counted by the IP address that the trusted proxy adds', async () => {
    const { email } = await addPerson(behindProxy.db, 'SCOUT');
    const forged = (n: number) => `${address(n)}, 203.0.113.7`;
    const outcomes = await guesses(100, (n) => guess(behindProxy, email, `guess number ${n}`, forged(n)));
    expect(countChecked(outcomes)).toBe(FREE_ATTEMPTS.network);
  });

  test('are limited per account over all networks', async () => {
    const { email } = await addPerson(behindProxy.db, 'SCOUT');
    const outcomes = await guesses(300, (n) => guess(behindProxy, email, `guess number ${n}`, address(n)));
    expect(countChecked(outcomes)).toBe(FREE_ATTEMPTS.account);
  });

  test('are limited per network over all accounts', async () => {
    const outcomes = await guesses(200, (n) => guess(site, `person-${n}@crew.example`, 'the same password'));
    expect(countChecked(outcomes)).toBe(FREE_ATTEMPTS.accounts);
  });

  test('are counted the same without an account', async () => {
    const outcomes = await guesses(50, (n) => guess(site, 'nobody@crew.example', `guess number ${n}`));
    expect(countChecked(outcomes)).toBe(FREE_ATTEMPTS.network);
  });
});

describe('delay', () => {
  test('doubles with each wrong password up to a limit', async () => {
    const { email } = await addPerson(site.db, 'SCOUT');
    await guesses(FREE_ATTEMPTS.network, () => guess(site, email, 'wrong'));
    const waits: number[] = [];
    for (let n = 0; n < 9; n++) {
      const { status, retryAfter } = await guess(site, email, 'wrong');
      expect(status).toBe(429);
      waits.push(retryAfter);
      elapsed += retryAfter * SECOND;
      expect(await guess(site, email, 'wrong')).toMatchObject({ status: 422 });
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
  });

  test('does not grow by attempts during it, and ends with the right password', async () => {
    const { email } = await addPerson(site.db, 'SCOUT');
    await guesses(FREE_ATTEMPTS.network, () => guess(site, email, 'wrong'));
    for (const n of [1, 2, 3]) {
      elapsed = n * SECOND;
      expect((await guess(site, email, PASSWORD)).retryAfter).toBe(5 - n);
    }
    elapsed = 5 * SECOND;
    expect(await guess(site, email, PASSWORD)).toMatchObject({ status: 200 });
    // The login has reset the count.
    const outcomes = await guesses(FREE_ATTEMPTS.network + 1, () => guess(site, email, 'wrong'));
    expect(countChecked(outcomes)).toBe(FREE_ATTEMPTS.network);
  });

  test('resets after an hour', async () => {
    const { email } = await addPerson(site.db, 'SCOUT');
    await guesses(FREE_ATTEMPTS.network + 5, () => guess(site, email, 'wrong'));
    elapsed = 3_601 * SECOND;
    expect(countChecked(await guesses(FREE_ATTEMPTS.network + 5, () => guess(site, email, 'wrong')))).toBe(
      FREE_ATTEMPTS.network,
    );
  });
});

describe('owner of an account', () => {
  test('is not locked out by guesses from another network', async () => {
    const { email } = await addPerson(behindProxy.db, 'SCOUT');
    await guesses(200, () => guess(behindProxy, email, 'wrong', '203.0.113.7'));
    expect(await guess(behindProxy, email, PASSWORD, '192.0.2.1')).toMatchObject({ status: 200 });
  });

  test('waits at most half a minute after guesses from many networks', async () => {
    const { email } = await addPerson(behindProxy.db, 'SCOUT');
    await guesses(FREE_ATTEMPTS.account, (n) => guess(behindProxy, email, 'wrong', address(n)));
    for (let round = 1; round <= 8; round++) {
      await guesses(5, (n) => guess(behindProxy, email, 'wrong', address(round * 1_000 + n)));
      const { status, retryAfter } = await guess(behindProxy, email, PASSWORD, '192.0.2.1');
      expect(status).toBe(429);
      expect(retryAfter).toBeLessThanOrEqual(30);
      elapsed += retryAfter * SECOND;
    }
    expect(await guess(behindProxy, email, PASSWORD, '192.0.2.1')).toMatchObject({ status: 200 });
  });

  test('can log in at once after choosing a new password', async () => {
    const { email, id } = await addPerson(behindProxy.db, 'SCOUT');
    await guesses(100, (n) => guess(behindProxy, email, 'wrong', address(n)));
    await guesses(FREE_ATTEMPTS.network, () => guess(behindProxy, email, 'forgotten'));
    const link = { purpose: 'reset-password', userId: id, email, at: now() } as const;
    const token = await behindProxy.db.transaction().execute((trx) => addLink(trx, link));
    const password = 'three otters in a weir';
    await createHttpApi({ origin: behindProxy.url })(resetPassword, { token, password });
    expect(await guess(behindProxy, email, password)).toMatchObject({ status: 200 });
  });
});

test('stores login attempts by hash only', async () => {
  const { email } = await addPerson(site.db, 'SCOUT');
  await guess(site, email, 'wrong');
  const rows = await site.db.selectFrom('login_attempts').selectAll().execute();
  expect(rows.map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
  for (const { subject_hash } of rows) expect(subject_hash).toHaveLength(32);
});
