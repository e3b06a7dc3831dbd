import { expect, test } from 'vitest';
import { createCallContext } from '../../../tests/support/call-context.ts';
import { testDatabase, waitForBlockedTransaction } from '../../../tests/support/database.ts';
import { testServices } from '../../../tests/support/services.ts';
import type { Trx } from '../../platform/db/transaction.ts';
import { addPerson, signInAs } from '../../../tests/support/people.ts';
import { resetPassword, sendResetLink } from './passwords/commands.server.ts';
import { changeProfile } from './profile.commands.server.ts';
import { registerAccount, verifyAddress } from './registration.commands.server.ts';
import { findCallerByToken } from './sessions/queries.server.ts';
import { addLink } from '../../../tests/support/links.ts';

const { kysely: db } = await testDatabase();
const at = new Date();
const services = testServices(db, { verification: { challenge: async () => ({}), verify: async () => {} } });
const context = { ...services, ...createCallContext(null), at };
const transact = <T>(work: (trx: Trx) => Promise<T>) => db.transaction().execute(work);

test('rejects a change of email address in a session that has ended meanwhile', async () => {
  const person = await addPerson(db, 'SCOUT');
  const { token } = await signInAs({ db, url: services.siteUrl }, person);
  const caller = await findCallerByToken({ db, secondFactor: 'optional' }, token, at);
  const form = { firstName: 'Isla', lastName: 'Grant', email: 'thief@evil.example', telephone1: '0131 496 0142' };
  const signedIn = { ...context, actor: person, session: caller!.session, isConfirmed: true };
  const change = { ...form, title: 'Scout', website: '' };
  const link = { purpose: 'reset-password', userId: person.id, email: person.email, at } as const;
  const reset = await transact((trx) => addLink(trx, link));
  let changed: Promise<unknown> | undefined;
  await transact(async (trx) => {
    await resetPassword({ ...context, trx }, { token: reset, password: 'three otters', passwordHash: 'x' });
    changed = Promise.allSettled([transact((other) => changeProfile({ ...signedIn, trx: other }, change))]);
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
    await verifyAddress({ ...context, trx }, { token: tokens[0]! });
    second = Promise.allSettled([transact((trx2) => verifyAddress({ ...context, trx: trx2 }, { token: tokens[1]! }))]);
    await waitForBlockedTransaction(db);
  });
  expect(await second).toMatchObject([{ reason: { errorType: 'INVALID' } }]);
});

test('rejects a reset link that was emailed to a former email address', async () => {
  const { id: userId } = await addPerson(db, 'SCOUT');
  const link = { purpose: 'reset-password', userId, email: 'before@crew.example', at } as const;
  const token = await transact((trx) => addLink(trx, link));
  const reset = { token, password: 'three otters in a weir', passwordHash: 'x' };
  await expect(transact((trx) => resetPassword({ ...context, trx }, reset))).rejects.toMatchObject({
    errorType: 'INVALID',
  });
});

test('omits the name in emails to an unverified email address', async () => {
  const form = { role: 'SCOUT', last_name: 'Grant', email: 'victim@crew.example', verification: '' } as const;
  const rest = { telephone1: '0131 496 0142', jobtitle: 'Scout', websiteurl: '' };
  const account = { ...form, ...rest, first_name: 'winner of evil.example' };
  for (let time = 0; time < 2; time++)
    await transact((trx) => registerAccount({ ...context, trx }, { ...account, passwordHash: 'x' }));
  await transact((trx) => sendResetLink({ ...context, trx }, { email: form.email, verification: '' }));
  const mails = await db.selectFrom('outbox').select(['kind', 'text', 'html']).execute();
  const toThem = mails.filter(({ kind }) => ['verify-email', 'address-in-use', 'reset-password'].includes(kind));
  expect(toThem).toHaveLength(3);
  expect(JSON.stringify(toThem)).not.toContain('evil.example');
});
