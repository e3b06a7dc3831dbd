import { expect, test } from 'vitest';
import { testDatabase, waitForBlockedTransaction } from '../../../tests/support/database.ts';
import { addPerson, signInAs } from '../../../tests/support/people.ts';
import { readConfig } from '../../platform/settings/config.ts';
import { createOutbox } from '../../platform/mail/outbox.ts';
import type { AccountDeps } from './commands.server.ts';
import { resetPassword, sendResetLink } from './passwords/commands.server.ts';
import { changeProfile } from './profile.commands.server.ts';
import { registerAccount, verifyAddress } from './registration.commands.server.ts';
import { findCallerByToken } from './sessions/queries.server.ts';
import { addLink } from '../../../tests/support/links.ts';

const { kysely: db } = await testDatabase();
const deps: AccountDeps & { publishEvent: () => Promise<void> } = {
  site: readConfig({}).site,
  siteUrl: 'https://recce.example',
  queueMail: createOutbox({ enqueue: async () => {} }),
  verification: { challenge: async () => ({}), verify: async () => {} },
  singleSignOn: null,
  publishEvent: async () => {},
};
const at = new Date();
const transact = <T>(work: (trx: Parameters<typeof verifyAddress>[0]) => Promise<T>) => db.transaction().execute(work);

test('rejects a change of email address in a session that has ended meanwhile', async () => {
  const person = await addPerson(db, 'SCOUT');
  const { token } = await signInAs({ db, url: deps.siteUrl }, person);
  const caller = await findCallerByToken({ db, secondFactor: 'optional' }, token, at);
  const form = { firstName: 'Isla', lastName: 'Grant', email: 'thief@evil.example', telephone1: '0131 496 0142' };
  const change = {
    actor: person,
    session: caller!.session,
    isConfirmed: true,
    form: { ...form, title: 'Scout', website: '' },
    at,
  };
  const link = { purpose: 'reset-password', userId: person.id, email: person.email, at } as const;
  const reset = await transact((trx) => addLink(trx, link));
  let changed: Promise<unknown> | undefined;
  await transact(async (trx) => {
    await resetPassword(trx, deps, { token: reset, password: 'three otters', passwordHash: 'x', ip: '192.0.2.1', at });
    changed = Promise.allSettled([transact((other) => changeProfile(other, deps, change))]);
    await waitForBlockedTransaction(db);
  });
  expect(await changed).toMatchObject([{ reason: { errorType: 'UNAUTHENTICATED' } }]);
  expect(await db.selectFrom('account_tokens').select('email').where('user_id', '=', person.id).execute()).toEqual([]);
});

test('lets one of two accounts verify the same email address concurrently, and rejects the other', async () => {
  const [one, other] = [await addPerson(db, 'SCOUT'), await addPerson(db, 'OWNER')];
  const tokens = await transact((trx) =>
    Promise.all(
      [one, other].map(({ id }) =>
        addLink(trx, { purpose: 'verify-email', userId: id, email: 'both@crew.example', at }),
      ),
    ),
  );
  let second: Promise<unknown> | undefined;
  await transact(async (trx) => {
    await verifyAddress(trx, tokens[0]!, null, at);
    second = Promise.allSettled([transact((trx2) => verifyAddress(trx2, tokens[1]!, null, at))]);
    await waitForBlockedTransaction(db);
  });
  expect(await second).toMatchObject([{ reason: { errorType: 'INVALID' } }]);
});

test('rejects a reset link that was emailed to a former email address', async () => {
  const { id: userId } = await addPerson(db, 'SCOUT');
  const link = { purpose: 'reset-password', userId, email: 'before@crew.example', at } as const;
  const token = await transact((trx) => addLink(trx, link));
  const reset = { token, password: 'three otters in a weir', passwordHash: 'x', ip: '192.0.2.1', at };
  await expect(transact((trx) => resetPassword(trx, deps, reset))).rejects.toMatchObject({ errorType: 'INVALID' });
});

test('omits the name in emails to an unverified email address', async () => {
  const form = { role: 'SCOUT', last_name: 'Grant', email: 'victim@crew.example', verification: '' } as const;
  const rest = { telephone1: '0131 496 0142', jobtitle: 'Scout', websiteurl: '' };
  const account = { ...form, ...rest, first_name: 'winner of evil.example' };
  for (let time = 0; time < 2; time++) await transact((trx) => registerAccount(trx, deps, account, 'x', at));
  await transact((trx) => sendResetLink(trx, deps, { email: form.email, verification: '' }, at));
  const mails = await db.selectFrom('outbox').select(['kind', 'text', 'html']).execute();
  const toThem = mails.filter(({ kind }) => ['verify-email', 'address-in-use', 'reset-password'].includes(kind));
  expect(toThem).toHaveLength(3);
  expect(JSON.stringify(toThem)).not.toContain('evil.example');
});
