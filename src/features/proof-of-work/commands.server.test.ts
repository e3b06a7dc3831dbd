import { afterEach, describe, expect, test, vi } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { LOW_COST, solveAsBrowser } from '../../../tests/support/solve-challenge.ts';
import { CHALLENGE_LIFETIME_SECONDS, type VerificationAction } from './schema.ts';
import { createProofOfWork } from './commands.server.ts';

const { kysely } = await testDatabase();
const verification = createProofOfWork(kysely, LOW_COST);
const anotherNode = createProofOfWork(kysely, LOW_COST);

const verify = (solution: string, action: VerificationAction = 'Contact', node = verification) =>
  kysely.transaction().execute((trx) => node.verify(trx, action, solution));
const createSolution = async (action: VerificationAction = 'Contact') =>
  solveAsBrowser(await verification.challenge(action));
const rejection = { errorType: 'VERIFICATION_FAILED', message: 'Internal error, please contact enquiries' };
const listUsed = () => kysely.selectFrom('used_challenges').selectAll().execute();

interface Payload {
  challenge: { parameters: Record<string, unknown>; signature?: string };
  solution?: Record<string, unknown>;
}

/** Manipulates a solution, as a bot would to avoid the work. */
function tamper(solution: string, change: (payload: Payload) => void): string {
  const payload = JSON.parse(Buffer.from(solution, 'base64').toString()) as Payload;
  change(payload);
  return Buffer.from(JSON.stringify(payload)).toString('base64');
}

afterEach(async () => {
  vi.useRealTimers();
  await kysely.deleteFrom('used_challenges').execute();
});

describe('solutions', () => {
  test('are accepted by every node, but once', async () => {
    const solution = await createSolution();
    await verify(solution, 'Contact', anotherNode);
    await expect(verify(solution)).rejects.toMatchObject(rejection);
  });

  test('are accepted once in fifty concurrent calls', async () => {
    const solution = await createSolution();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => verify(solution, 'Contact', createProofOfWork(kysely, LOW_COST))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual(
      Array.from({ length: 49 }, () => ({ status: 'rejected', reason: expect.objectContaining(rejection) })),
    );
  });

  test('can be used again after a rollback', async () => {
    const solution = await createSolution();
    const failing = kysely.transaction().execute(async (trx) => {
      await verification.verify(trx, 'Contact', solution);
      throw new Error('the command failed');
    });
    await expect(failing).rejects.toThrow('the command failed');
    await verify(solution);
  });

  test('are valid for their action only', async () => {
    const solution = await createSolution('LocationEnquiry');
    await expect(verify(solution, 'Contact')).rejects.toMatchObject(rejection);
    await verify(solution, 'LocationEnquiry');
  });

  test('are valid for ten minutes', async () => {
    // Fake time, so that the time for solving does not count.
    vi.useFakeTimers({ toFake: ['Date'] });
    const [early, late] = [await createSolution(), await createSolution()];
    vi.setSystemTime(Date.now() + (CHALLENGE_LIFETIME_SECONDS - 5) * 1000);
    await verify(early);
    vi.setSystemTime(Date.now() + 10_000);
    await expect(verify(late)).rejects.toMatchObject(rejection);
  });

  test('are rejected when any field was manipulated', async () => {
    const solution = await createSolution('Register');
    const changes: ((payload: Payload) => void)[] = [
      ({ challenge }) => Object.assign(challenge.parameters, { data: { action: 'Contact' } }),
      ({ challenge }) =>
        Object.assign(challenge.parameters, { expiresAt: Number(challenge.parameters['expiresAt']) + 3600 }),
      ({ challenge }) => Object.assign(challenge.parameters, { cost: 1 }),
      ({ challenge }) => Object.assign(challenge.parameters, { keyPrefix: '00' }),
      ({ challenge }) => Object.assign(challenge.parameters, { extra: true }),
      ({ challenge }) => delete challenge.parameters['keySignature'],
      ({ challenge }) => delete challenge.parameters['expiresAt'],
      ({ challenge }) => Object.assign(challenge, { signature: challenge.signature?.toUpperCase() }),
      ({ challenge }) => delete challenge.signature,
      (payload) => Object.assign(payload, { solution: { ...payload.solution, derivedKey: '00'.repeat(32) } }),
      (payload) => delete payload.solution,
    ];
    for (const change of changes) {
      const action = change === changes[0] ? 'Contact' : 'Register';
      await expect(verify(tamper(solution, change), action)).rejects.toMatchObject(rejection);
    }
    await verify(solution, 'Register');
  });

  test.each(['', 'x', '%%%', 'bnVsbA==', 'e30=', Buffer.from('['.repeat(7_000)).toString('base64')])(
    'are rejected when malformed: %.12s',
    async (text) => {
      await expect(verify(text)).rejects.toMatchObject(rejection);
    },
  );
});

describe('used solutions', () => {
  test('are deleted after they expire', async () => {
    const old = Array.from({ length: 3 }, (_, n) => ({
      signature: `old ${n}`,
      expires_at: new Date(Date.now() - 1000),
    }));
    await kysely.insertInto('used_challenges').values(old).execute();
    await verify(await createSolution());
    await verify(await createSolution());
    const left = await listUsed();
    expect(left).toHaveLength(2);
    expect(left.every(({ expires_at }) => expires_at.getTime() > Date.now())).toBe(true);
  });
});

describe('challenges', () => {
  test('cost a browser at least a hundred derivations of 5,000 rounds, and are solved with them', async () => {
    const real = createProofOfWork(kysely);
    const challenge = await real.challenge('Contact');
    expect(challenge).toMatchObject({ parameters: { algorithm: 'PBKDF2/SHA-256', cost: 5_000 } });
    const solution = await solveAsBrowser(challenge);
    await verify(solution, 'Contact', real);
    const payload = JSON.parse(Buffer.from(solution, 'base64').toString()) as Payload;
    expect(payload.solution!['counter']).toBeGreaterThanOrEqual(100);
  });

  test('do not reveal the key', async () => {
    const { value } = await kysely.selectFrom('secrets').select('value').executeTakeFirstOrThrow();
    expect(value).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(await verification.challenge('Contact'))).not.toContain(value);
  });
});
