import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { runCommand } from '../../../tests/support/command-line.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { addLocation, addOption } from '../../../tests/support/locations.ts';
import { PASSWORD, addPerson, signInAs } from '../../../tests/support/people.ts';
import { argon2id } from '../../features/accounts/passwords/hashing.server.ts';
import { createLog } from '../../platform/diagnostics/log.ts';
import { startJobs } from '../../platform/jobs/job-queue.ts';
import { type QueuedMail } from '../../platform/mail/mailer.ts';
import { mailQueue, mailJobHandler } from '../../platform/mail/outbox.ts';
import { QUEUES } from '../worker/queues.ts';

const RECCE = fileURLToPath(new URL('../../../bin/recce', import.meta.url));
const { kysely: db, url } = await testDatabase();

const recce = (...args: string[]) => recceWithInput('', ...args);
const recceWithInput = (input: string, ...args: string[]) =>
  runCommand(args, { env: { ...process.env, DATABASE_URL: url }, input });

/** Runs a command in a process of its own, with variables of the environment. */
async function recceAsProcess(
  environment: NodeJS.ProcessEnv,
  ...args: string[]
): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const child = spawn(RECCE, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { exitCode: exitCode as number, stdout, stderr };
}

test('exits with the code of a failure', async () => {
  expect(await recceAsProcess({ DATABASE_URL: url }, 'publish', 'no-such-place')).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'There is no location whose URL ends with /no-such-place.\n',
  });
});

test('prints the usage of a command with wrong arguments, and of all commands if none is named', async () => {
  expect(await recce()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('outbox [--retry]') });
  expect(await recce('outpost')).toMatchObject({
    exitCode: 2,
    stderr: 'There is no command outpost. To list all commands, run recce without one.\n',
  });
  const { exitCode, stderr } = await recce('outbox', '--again');
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringMatching(/^The arguments of outbox are wrong or incomplete\.\n\noutbox \[--retry\].*\n$/),
  });
});

test('says which mandatory fields a location lacks', async () => {
  await addLocation(db, { title: 'Weir mill', locationurl: 'weir-mill' });
  const { exitCode, stderr } = await recce('publish', 'weir-mill');
  const [message, ...fields] = stderr.trimEnd().split('\n');
  expect({ exitCode, message }).toEqual({ exitCode: 1, message: 'There are mandatory fields not filled' });
  expect(fields).toContainEqual(expect.stringMatching(/condition/i));
});

test.each([
  ['demo remove --help', 'demo remove            deletes'],
  ['serve --help', 'serve [--embedded]'],
  ['import --help', '--create-options'],
])('%s describes the command', async (command, usage) => {
  expect(await recce(...command.split(' '))).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(usage) });
});

test.each([
  ['backup verify', 'backup verify SOURCE [--backup=NAME] [--identity=FILE]'],
  ['backup one --keep=some', 'backup DESTINATION [--encrypt-to=KEY] [--keep=N]'],
  ['restore', 'restore SOURCE [--backup=NAME] [--identity=FILE]'],
  ['rename-option setting Coastal', 'rename-option FIELD OLD NEW\n  '],
])('%s prints the usage', async (command, usage) => {
  const result = await recce(...command.split(' '));
  expect(result).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(usage) });
});

test('a command without the settings of a site does not create a database', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'recce-cli-'));
  for (const command of [['maintenance', 'on'], ['outbox'], ['backup', path.join(folder, 'backups')]]) {
    const { exitCode, stderr } = await runCommand(command, {
      env: { ...process.env, DATABASE_URL: '', DATA_DIR: folder },
    });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: expect.stringMatching(/^DATABASE_URL: is not set, and .* has no embedded database: pass the settings/),
    });
  }
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

test('names a port that is in use before it creates a database', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'recce-cli-'));
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const settings = {
    DATABASE_URL: '',
    DATA_DIR: folder,
    SITE_URL: 'https://x.example',
    SMTP_URL: 'smtp://127.0.0.1:1',
  };
  for (const [setting, ports] of Object.entries({
    PORT: { PORT: String(port) },
    METRICS_PORT: { PORT: '0', METRICS_PORT: String(port) },
  })) {
    expect(await recceAsProcess({ ...settings, ...ports }, 'serve', '--embedded')).toMatchObject({
      exitCode: 1,
      stderr: `${setting}: 127.0.0.1:${port} is in use by another program or node\n`,
    });
  }
  expect(await readdir(folder)).toEqual([]);
  server.close();
  await rm(folder, { recursive: true });
});

test('names the file, the reason and the user if a file cannot be written', async () => {
  expect(await recce('export', '/no/folder/locations.csv')).toMatchObject({
    exitCode: 2,
    stderr: '/no/folder/locations.csv cannot be written: no such file or folder.\n',
  });
  // A file in the place of the folder.
  expect(await recce('backup', RECCE)).toMatchObject({
    exitCode: 1,
    stderr: `Backups cannot be stored in ${RECCE}: create this folder, and make it writable for the user ${userInfo().username}.\n`,
  });
});

test('refuses a folder in which the system creates nothing', async () => {
  expect(await recce('backup', '/proc/none/backups')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('Backups cannot be stored in /proc/none/backups: create this folder'),
  });
});

test('restore names a folder that does not exist', async () => {
  expect(await recce('restore', '/no/backups')).toMatchObject({
    exitCode: 1,
    stderr: 'There is no folder /no/backups.\n',
  });
});

describe('outbox', () => {
  const mail = {
    kind: 'enquiry',
    recipient: 'isla@northlight.example',
    subject: 'Enquiry about Weir Mill',
    text: 'Two nights.',
    html: '<p>Two nights.</p>',
  };

  test('lists failed emails without personal data, and sends them again', async () => {
    expect((await recce('outbox')).stdout).toBe('There are no failed emails.\n');
    const failure = { attempts: 15, last_error: 'ECONNREFUSED', created_at: new Date('2026-11-12T09:30:00Z') };
    await db
      .insertInto('outbox')
      .values([
        { ...mail, ...failure, failed_at: new Date('2026-11-13T10:00:00Z') },
        { ...mail, subject: 'Sent', sent_at: new Date() },
      ])
      .execute();
    const { stdout } = await recce('outbox');
    expect(stdout).toContain(
      'enquiry  created 2026-11-12T09:30:00.000Z  failed 2026-11-13T10:00:00.000Z  15 attempts: ECONNREFUSED',
    );
    expect(stdout).toContain('1 failed email.');
    expect(stdout).not.toMatch(/isla|Weir|nights/);

    expect((await recce('outbox', '--retry')).stdout).toBe('1 email will be sent again.\n');
    expect((await recce('outbox')).stdout).toBe(
      'There are no failed emails.\n1 email will be tried again. The last attempt failed: ECONNREFUSED\n',
    );
    const log = createLog({ logLevel: 'error' });
    const sent = Promise.withResolvers<QueuedMail>();
    const jobs = await startJobs({ url, queues: QUEUES, log });
    await jobs.work(mailQueue, mailJobHandler(db, { send: async (message) => sent.resolve(message) }, log));
    expect(await sent.promise).toMatchObject({ recipient: mail.recipient, subject: mail.subject });
    await jobs.stop();
  });
});

describe('rename-option', () => {
  test('renames an option, and reports why it cannot', async () => {
    await addOption(db, 'setting', 'Coastal');
    expect(await recce('rename-option', 'setting', 'Coastal', 'By the sea')).toMatchObject({
      exitCode: 0,
      stdout: '“Coastal” is now “By the sea”.\n',
    });
    expect(await recce('rename-option', 'setting', 'Coastal', 'Shore')).toMatchObject({
      exitCode: 1,
      stderr: 'The list has no “Coastal”.\n',
    });
    expect(await recce('rename-option', 'sitting', 'Coastal', 'Shore')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^There is no list sitting\. The lists are category, setting, .*\.\n$/),
    });
  });
});

describe('admin create', () => {
  const create = (password: string, email: string) =>
    recceWithInput(password, 'admin', 'create', email, 'Ailsa', 'Munro');
  const accounts = () => db.selectFrom('users').selectAll().orderBy('email').execute();

  test('creates an account of the Locations Team, with the password from standard input', async () => {
    expect(await create('a lamp on the weir\nand more\n', 'ailsa@agency.example')).toEqual({
      exitCode: 0,
      stdout: 'ailsa@agency.example can log in.\n',
      stderr: '',
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

  test('makes an existing account an admin with its password unchanged, and ends its sessions', async () => {
    const scout = await addPerson(db, 'SCOUT');
    await signInAs({ db, url: 'http://localhost' }, scout);
    const { stdout } = await create('', scout.email.toUpperCase());
    expect(stdout).toContain('is now a member of the Locations Team. The password is unchanged');
    const after = await db.selectFrom('users').selectAll().where('id', '=', scout.id).executeTakeFirstOrThrow();
    expect(after).toMatchObject({ role: 'ADMIN', first_name: 'Isla' });
    expect(await argon2id.matches(PASSWORD, after.password_hash)).toBe(true);
    expect(await db.selectFrom('sessions').selectAll().where('user_id', '=', scout.id).execute()).toEqual([]);
  });

  test('sets the password of an account of the team only, and ends its sessions and emailed links', async () => {
    const [admin, scout] = [await addPerson(db, 'ADMIN', { password_hash: '!' }), await addPerson(db, 'SCOUT')];
    await signInAs({ db, url: 'http://localhost' }, admin);
    await db
      .insertInto('account_tokens')
      .values({
        user_id: admin.id,
        purpose: 'reset-password',
        email: admin.email,
        token_hash: Buffer.alloc(32),
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .execute();
    const setPassword = (email: string) =>
      recceWithInput('seven geese over the loch\n', 'admin', 'set-password', email);
    expect(await setPassword(scout.email)).toMatchObject({ exitCode: 1, stderr: 'We cannot find this user.\n' });
    expect(await setPassword(admin.email)).toMatchObject({
      exitCode: 0,
      stdout: 'The password was set. The account is logged out everywhere.\n',
    });
    const after = await db.selectFrom('users').selectAll().where('id', '=', admin.id).executeTakeFirstOrThrow();
    expect(await argon2id.matches('seven geese over the loch', after.password_hash)).toBe(true);
    expect(await db.selectFrom('sessions').selectAll().where('user_id', '=', admin.id).execute()).toEqual([]);
    expect(await db.selectFrom('account_tokens').selectAll().where('user_id', '=', admin.id).execute()).toEqual([]);
  });

  test('rejects an account with an unverified email address', async () => {
    const stranger = await addPerson(db, 'OWNER', { email_verified_at: null });
    expect(await create('', stranger.email)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('we do not know who owns it'),
    });
    const after = await db.selectFrom('users').select('role').where('id', '=', stranger.id).executeTakeFirstOrThrow();
    expect(after.role).toBe('OWNER');
  });

  test.each([
    ['a short password', 'ishbel@agency.example', 'short', 'Use at least 12 characters.'],
    ['an empty password', 'ishbel@agency.example', '', 'Use at least 12 characters.'],
    ['a common password', 'ishbel@agency.example', 'Password1234', 'This password is easy to guess'],
    ['an invalid email address', 'ishbel', 'a lamp on the weir', 'Enter an email address'],
  ])('rejects %s', async (_what, email, password, reason) => {
    const before = await accounts();
    expect(await create(`${password}\n`, email)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(reason),
    });
    expect(await accounts()).toEqual(before);
  });

  test('rejects a password among the arguments', async () => {
    const args = ['ishbel@agency.example', 'Ishbel', 'Muir', 'a lamp on the weir'];
    expect(await recce('admin', 'create', ...args)).toMatchObject({ exitCode: 2, stdout: '' });
  });
});
