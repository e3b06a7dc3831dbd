import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { addOption } from '../../../tests/support/locations.ts';
import { PASSWORD, addPerson, signInAs } from '../../../tests/support/people.ts';
import { argon2id } from '../../features/accounts/passwords/hashing.server.ts';
import { createLog } from '../../platform/log.ts';
import { startJobs } from '../../platform/jobs.ts';
import { type QueuedMail } from '../../platform/mail/mailer.ts';
import { mailQueue, mailJobHandler } from '../../platform/mail/outbox.ts';
import { QUEUES } from '../worker/queues.ts';

const CLI = fileURLToPath(new URL('./cli.ts', import.meta.url));
const { kysely: db, url } = await testDatabase();

const recce = (...args: string[]) => recceWithInput('', ...args);

/** Runs a command with this on its standard input. */
async function recceWithInput(
  input: string,
  ...args: string[]
): Promise<{ exitCode: number; said: string; complained: string }> {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...process.env, NODE_ENV: 'test', DATABASE_URL: url },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  const [said, complained, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { exitCode: exitCode as number, said, complained };
}

test('a command that is not understood explains all of them', async () => {
  expect(await recce()).toMatchObject({ exitCode: 2, complained: expect.stringContaining('outbox [--retry]') });
  expect(await recce('outbox', '--again')).toMatchObject({ exitCode: 2 });
});

describe('outbox', () => {
  const mail = {
    kind: 'enquiry',
    recipient: 'isla@northlight.example',
    subject: 'Enquiry about Weir Mill',
    text: 'Two nights.',
    html: '<p>Two nights.</p>',
  };

  test('lists the mails that were given up without what is personal, and sends them again', async () => {
    expect((await recce('outbox')).said).toBe('No mail was given up.\n');
    const given = { attempts: 15, last_error: 'ECONNREFUSED', created_at: new Date('2026-11-12T09:30:00Z') };
    await db
      .insertInto('outbox')
      .values([
        { ...mail, ...given, failed_at: new Date('2026-11-13T10:00:00Z') },
        { ...mail, subject: 'Sent', sent_at: new Date() },
      ])
      .execute();
    const { said } = await recce('outbox');
    expect(said).toContain(
      'enquiry  written 2026-11-12T09:30:00.000Z  given up 2026-11-13T10:00:00.000Z  15 attempts: ECONNREFUSED',
    );
    expect(said).toContain('1 mail given up');
    expect(said).not.toMatch(/isla|Weir|nights/);

    expect((await recce('outbox', '--retry')).said).toBe('1 mail will be sent again.\n');
    expect((await recce('outbox')).said).toBe('No mail was given up.\n');
    const log = createLog({ logLevel: 'error' });
    const sent = Promise.withResolvers<QueuedMail>();
    const jobs = await startJobs({ url, queues: QUEUES, log });
    await jobs.work(mailQueue, mailJobHandler(db, { send: async (letter) => sent.resolve(letter) }, log));
    expect(await sent.promise).toMatchObject({ recipient: mail.recipient, subject: mail.subject });
    await jobs.stop();
  });
});

describe('rename-option', () => {
  test('gives an option another name, and says why it cannot', async () => {
    await addOption(db, 'setting', 'Coastal');
    expect(await recce('rename-option', 'setting', 'Coastal', 'By the sea')).toMatchObject({
      exitCode: 0,
      said: '“Coastal” is now “By the sea”.\n',
    });
    expect(await recce('rename-option', 'setting', 'Coastal', 'Shore')).toMatchObject({
      exitCode: 1,
      complained: 'The list has no “Coastal”.\n',
    });
    expect(await recce('rename-option', 'sitting', 'Coastal', 'Shore')).toMatchObject({ exitCode: 2 });
  });
});

describe('admin create', () => {
  const create = (password: string, email: string) =>
    recceWithInput(password, 'admin', 'create', email, 'Ailsa', 'Munro');
  const accounts = () => db.selectFrom('users').selectAll().orderBy('email').execute();

  test('makes an account of the Locations Team, with the password from standard input', async () => {
    expect(await create('a lamp on the weir\nand more\n', 'ailsa@agency.example')).toEqual({
      exitCode: 0,
      said: 'ailsa@agency.example can log in.\n',
      complained: '',
    });
    const [admin] = await accounts();
    expect(admin).toMatchObject({
      role: 'ADMIN',
      first_name: 'Ailsa',
      last_name: 'Munro',
      enabled_at: expect.any(Date),
    });
    expect(admin?.email_verified_at).toEqual(expect.any(Date));
    expect(await argon2id.matches('a lamp on the weir', admin!.password_hash)).toBe(true);
  });

  test('makes an admin of whoever has the address, asks for no password, and logs them out everywhere', async () => {
    const scout = await addPerson(db, 'SCOUT');
    await signInAs({ db, url: 'http://localhost' }, scout);
    const { said } = await create('', scout.email.toUpperCase());
    expect(said).toContain('is now a member of the Locations Team. The password is unchanged');
    const after = await db.selectFrom('users').selectAll().where('id', '=', scout.id).executeTakeFirstOrThrow();
    expect(after).toMatchObject({ role: 'ADMIN', first_name: 'Isla' });
    expect(await argon2id.matches(PASSWORD, after.password_hash)).toBe(true);
    expect(await db.selectFrom('sessions').selectAll().where('user_id', '=', scout.id).execute()).toEqual([]);
  });

  test('does not trust an address that nobody has shown to be theirs', async () => {
    const stranger = await addPerson(db, 'OWNER', { email_verified_at: null });
    expect(await create('', stranger.email)).toMatchObject({
      exitCode: 1,
      complained: expect.stringContaining('nobody knows whose'),
    });
    const after = await db.selectFrom('users').select('role').where('id', '=', stranger.id).executeTakeFirstOrThrow();
    expect(after.role).toBe('OWNER');
  });

  test.each([
    ['a short password', 'ishbel@agency.example', 'short', 'Use at least 12 characters.'],
    ['none', 'ishbel@agency.example', '', 'Use at least 12 characters.'],
    ['a common password', 'ishbel@agency.example', 'Password1234', 'This password is easy to guess'],
    ['what is no address', 'ishbel', 'a lamp on the weir', 'Enter an e-mail address'],
  ])('refuses %s', async (_what, email, password, reason) => {
    const before = await accounts();
    expect(await create(`${password}\n`, email)).toMatchObject({
      exitCode: 1,
      complained: expect.stringContaining(reason),
    });
    expect(await accounts()).toEqual(before);
  });

  test('takes no password from its arguments', async () => {
    const given = ['ishbel@agency.example', 'Ishbel', 'Muir', 'a lamp on the weir'];
    expect(await recce('admin', 'create', ...given)).toMatchObject({ exitCode: 2, said: '' });
  });
});
