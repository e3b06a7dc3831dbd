import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from '../../../tests/support/command-line.ts';
import { emptyDatabase } from '../../../tests/support/database.ts';
import { startMailServer } from '../../../tests/support/mail-server.ts';
import { connect } from '../../platform/db/pool.ts';
import { removeDemo } from '../seed/demo-removal.ts';
import { publishEvent } from '../event-subscriptions.ts';
import { type Terminal, warnOfExamples } from './answers.ts';
import { findUnportableText } from './environment-file.ts';
import { listQuestions } from './questions.ts';
import { setUp } from './setup.ts';

const RECCE = fileURLToPath(new URL('../../../bin/recce', import.meta.url));
const run = promisify(execFile);
const folder = await mkdtemp(path.join(tmpdir(), 'recce-setup-'));
afterAll(() => rm(folder, { recursive: true }));
const mailServer = await startMailServer();
afterAll(() => mailServer.stop());

async function openEmptyDatabase() {
  const url = await emptyDatabase();
  const { kysely, pool } = connect(url, console);
  afterAll(() => pool.end());
  return { url, db: kysely };
}
const { url: databaseUrl, db } = await openEmptyDatabase();
const other = await openEmptyDatabase();

const file = path.join(folder, 'recce.env');
const passwordFile = path.join(folder, 'password');
await writeFile(passwordFile, 'a lamp on the weir\n');
/** Settings with passwords come from the environment. */
const ENV = { DATABASE_URL: databaseUrl, SMTP_URL: mailServer.url, DATA_DIR: folder, TRUSTED_PROXIES: '10.0.0.1' };
const OPTIONS = {
  'site-name': 'Film Locations Alba',
  'site-url': 'https://locations.alba.example',
  'agency-name': 'Screen O’Alba & Sons "North"',
  'agency-url': 'https://alba.example/?a=1&b=2',
  'enquiries-mailbox': 'locations@alba.example',
  'enquiries-telephone': '0131 496 0199',
  'admin-email': 'ishbel@alba.example',
  'admin-first-name': 'Ishbel',
  'admin-last-name': 'Muir',
};
const toArgs = (options: Record<string, string>) =>
  Object.entries(options).map(([name, value]) => `--${name}=${value}`);

let printed: string[] = [];
beforeEach(() => void (printed = []));
const print = (line: string) => void printed.push(line);
const text = () => printed.join('\n');

/** Runs setup without a terminal. */
const script = (args: readonly string[], env: NodeJS.ProcessEnv = ENV) =>
  setUp([`--output=${file}`, ...args], env, undefined, print);

const exists = (name: string) =>
  stat(name).then(
    () => true,
    () => false,
  );

describe('without a terminal', () => {
  test('names each missing or wrong answer, and changes nothing', async () => {
    expect(await script(['--site-url=http://x.example', '--agency-url=ftp://x', '--samples=perhaps'], {})).toBe(1);
    expect(text().split('\n')).toEqual([
      '--site-name (SITE_NAME): is required',
      '--site-url (SITE_URL): must begin with https://',
      '--agency-name (AGENCY_NAME): is required',
      '--agency-url (AGENCY_URL): must be a URL that begins with http:// or https://',
      '--enquiries-mailbox (ENQUIRIES_MAILBOX): is required',
      '--enquiries-telephone (ENQUIRIES_TELEPHONE): is required',
      '--database-url (DATABASE_URL): is required',
      '--smtp-url (SMTP_URL): is required',
      '--admin-email: is required',
      '--admin-first-name: is required',
      '--admin-last-name: is required',
      '--samples: must be yes or no',
    ]);
    expect(await script(['--colour=red'])).toBe(1);
    expect(text()).toContain('recce setup --help lists the options.');
    expect(await exists(file)).toBe(false);
  });

  test('names a file that it cannot read or write, and why', async () => {
    expect(await script([...toArgs(OPTIONS), '--password-file=/no/folder/password'])).toBe(1);
    expect(text()).toBe('/no/folder/password cannot be read: no such file or folder.');
    const args = [...toArgs(OPTIONS), `--password-file=${passwordFile}`, '--output=/no/folder/recce.env'];
    expect(await script(args)).toBe(1);
    expect(printed.at(-1)).toBe('/no/folder/recce.env cannot be written: no such file or folder.');
  });

  test('says which connection fails and what to do, and changes nothing', async () => {
    const blocked = path.join(folder, 'password', 'files');
    const args = [...toArgs(OPTIONS), '--smtp-url=smtp://127.0.0.1:1', `--storage-url=file://${blocked}`];
    const env = { ...ENV, DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' };
    expect(await script([...args, `--password-file=${passwordFile}`], env)).toBe(1);
    expect(printed).toEqual([
      expect.stringMatching(/^FAIL {2}Database: .*ECONNREFUSED.*: check DATABASE_URL and that the server runs$/),
      expect.stringMatching(/^FAIL {2}Storage: Files cannot be stored in .*: make it writable, or set STORAGE_URL\.$/),
      expect.stringMatching(/^FAIL {2}Mail server: .*ECONNREFUSED.*: check SMTP_URL/),
      'Nothing was changed. Correct these settings, and run setup again.',
    ]);
    expect(text()).not.toContain('secret');
    expect(await exists(file)).toBe(false);
  });

  test('rejects a weak password before anything is changed', async () => {
    await writeFile(path.join(folder, 'weak'), 'password1234');
    expect(await script([...toArgs(OPTIONS), `--password-file=${path.join(folder, 'weak')}`])).toBe(1);
    expect(text()).toContain('This password is easy to guess');
    expect(await exists(file)).toBe(false);
  });

  test('sets up a site, and does no harm when run again', async () => {
    const args = [...toArgs(OPTIONS), `--password-file=${passwordFile}`, '--samples=yes'];
    expect([await script(args), text()]).toEqual([0, expect.stringContaining('65 sample locations added.')]);
    expect(text()).toMatch(/ok {4}Database: PostgreSQL \d+/);
    expect(text()).toContain(` serve --env-file=${file}\n`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const count = async (table: 'pages' | 'published_locations' | 'users' | 'boards' | 'audit_logs') =>
      (
        await db
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n;
    const countAll = () =>
      Promise.all((['pages', 'published_locations', 'users', 'boards', 'audit_logs'] as const).map(count));
    const [admin] = await db.selectFrom('users').selectAll().execute();
    expect(admin).toMatchObject({ role: 'ADMIN', email: 'ishbel@alba.example', first_name: 'Ishbel' });
    const before = await countAll();
    expect(before.slice(1, 4)).toEqual([65, 1, 0]);
    const entries = await db.selectFrom('audit_logs').select('details').execute();
    expect(entries).toContainEqual({ details: { name: 'setup' } });

    const [content, { mtimeMs }] = [await readFile(file, 'utf8'), await stat(file)];
    printed = [];
    expect(await script(args)).toBe(0);
    expect(text()).toContain('ishbel@alba.example is a member of the Locations Team already.');
    expect(text()).toContain('The sample locations are there already.');
    expect(await countAll()).toEqual(before);
    expect(await db.selectFrom('users').selectAll().execute()).toEqual([admin]);
    expect([await readFile(file, 'utf8'), (await stat(file)).mtimeMs]).toEqual([content, mtimeMs]);
  });

  test('adds the pages of the region, and rejects the sample locations, which are in Scotland', async () => {
    const { url, db: irish } = await openEmptyDatabase();
    const env = { PATH: process.env['PATH'], ...ENV, DATABASE_URL: url, REGION: 'ireland' };
    const output = `--output=${path.join(folder, 'ireland.env')}`;
    const args = ['setup', output, ...toArgs(OPTIONS), `--password-file=${passwordFile}`];
    await expect(run(RECCE, [...args, '--samples=yes'], { env })).rejects.toMatchObject({
      stdout: '--samples: must be no, since the sample locations are in Scotland. Nothing was changed.\n',
    });
    await run(RECCE, [...args, '--samples=no'], { env });
    const pages = await irish.selectFrom('pages').select('name').where('name', 'like', 'map-of-%').execute();
    expect(pages).toEqual([{ name: 'map-of-ireland' }]);
  });

  test('writes a file that Node, systemd and Docker read alike, with the other settings of the environment', async () => {
    const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    // Docker takes everything after the first equals sign.
    const literal = Object.fromEntries(lines.map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]));
    expect(literal).toMatchObject({
      ...ENV,
      REGION: 'scotland',
      SITE_NAME: 'Film Locations Alba',
      AGENCY_NAME: 'Screen O’Alba & Sons "North"',
      AGENCY_URL: 'https://alba.example/?a=1&b=2',
      CREATIVE_AGENCY_URL: 'https://alba.example/?a=1&b=2',
      MAIL_FROM: 'Film Locations Alba <no-reply@locations.alba.example>',
    });
    const { PATH } = process.env;
    const show = ['-p', 'JSON.stringify(process.env)'];
    const { stdout } = await run(process.execPath, [`--env-file=${file}`, ...show], { env: { PATH } });
    expect(JSON.parse(stdout)).toMatchObject(literal);
  });

  test.each([
    ['a#b', 'must not contain #; in a URL, write %23 instead'],
    ['a\\b', 'must not contain \\; in a URL, write %5C instead'],
    ['$HOME', 'must not contain $; in a URL, write %24 instead'],
    ['"a"', 'must not begin with a quotation mark'],
    ['a\nB=c', 'must be a single line'],
  ])('rejects the value %j, which they would read differently', (value, message) => {
    expect(findUnportableText(value)).toBe(message);
  });

  test('keeps a file with other settings, unless forced', async () => {
    const args = [...toArgs({ ...OPTIONS, 'site-name': 'Another name' }), `--password-file=${passwordFile}`];
    const before = await readFile(file, 'utf8');
    expect(await script(args)).toBe(1);
    expect(text()).toContain('exists and has other settings. Nothing was changed. To overwrite it, add --force.');
    expect(await readFile(file, 'utf8')).toBe(before);
    expect(await script([...args, '--force'])).toBe(0);
    expect(await readFile(file, 'utf8')).toContain('SITE_NAME=Another name\n');
  });

  test('changes nothing if the database belongs to another region', async () => {
    const { name } = await db.selectFrom('site_region').select('name').executeTakeFirstOrThrow();
    await db.updateTable('site_region').set({ name: 'Ireland' }).execute();
    const before = await readFile(file, 'utf8');
    const args = [...toArgs({ ...OPTIONS, 'site-name': 'Third name' }), `--password-file=${passwordFile}`, '--force'];
    await expect(script(args)).rejects.toThrow(`the database belongs to Ireland, and the setting selects ${name}`);
    expect(await readFile(file, 'utf8')).toBe(before);
    await db.updateTable('site_region').set({ name }).execute();
  });

  test('leaves sample locations that recce demo remove deletes', async () => {
    expect(await removeDemo(db, publishEvent, new Date())).toBe('0 accounts and 65 locations deleted.');
  });
});

describe('on a terminal', () => {
  /** A terminal on which these lines are typed. */
  function type(answers: readonly (string | null)[], passwords: readonly string[] = []) {
    const [left, secrets] = [[...answers], [...passwords]];
    const asked: string[] = [];
    const terminal: Terminal = {
      ask: async (question) => {
        asked.push(question);
        if (left.length === 0) throw new Error(`nothing to type at ${question}`);
        return left.shift()!;
      },
      askNewPassword: async (_question, findProblem) => {
        for (;;) {
          const secret = secrets.shift() ?? '';
          const problem = secret && findProblem(secret);
          if (!problem) return secret;
          print(problem);
        }
      },
    };
    return { terminal, asked, left };
  }

  test('asks again until an answer is right and every connection works', async () => {
    const output = path.join(folder, 'asked.env');
    const { terminal, asked, left } = type(
      [
        'scotlnd',
        '',
        '',
        'Film Locations Alba',
        'locations.alba.example',
        'https://locations.alba.example',
        'Screen Alba',
        'https://alba.example',
        '',
        '',
        'nobody',
        'locations@alba.example',
        'call me',
        '0131 496 0199',
        'postgres://me:secret@127.0.0.1:1/none',
        `file://${folder}/asked`,
        mailServer.url,
        '',
        'ishbel@alba.example',
        'Ishbel',
        'Muir',
        'maybe',
        'no',
        // The database again, and the confirmation.
        other.url,
        'yes',
      ],
      ['short', 'a lamp on the weir'],
    );
    expect([await setUp([`--output=${output}`], {}, terminal, print), text()]).toEqual([
      0,
      expect.stringContaining('can log in'),
    ]);
    expect(left).toEqual([]);
    expect(asked).toContain('Sender of emails [Film Locations Alba <no-reply@locations.alba.example>]: ');
    expect(asked.at(-2)).toBe('Database, postgres://user:password@host/database [postgres://me:…@127.0.0.1:1/none]: ');
    expect(asked.at(-1)).toContain('in the region scotland for good');
    expect(text()).toContain('Use at least 12 characters.');
    const users = await other.db.selectFrom('users').select(['email', 'role']).execute();
    expect(users).toEqual([{ email: 'ishbel@alba.example', role: 'ADMIN' }]);

    // The next time the answers are offered.
    const again = type([...Array.from({ length: 13 }, () => ''), 'ishbel@alba.example', 'Ishbel', 'Muir', '', '']);
    expect(await setUp([`--output=${output}`], {}, again.terminal, print)).toBe(0);
    expect(again.asked[1]).toBe('Name of the site [Film Locations Alba]: ');
  });

  test('goes back to the question before', async () => {
    const { terminal, asked } = type(['<', '', 'Alba Sites', 'https://locations.example', '<', '<', 'Alba', null]);
    expect(await setUp([`--output=${path.join(folder, 'back.env')}`], {}, terminal, print)).toBe(1);
    expect(asked.map((question) => question.replace(/,.*(?= \[)|, .*$/, ''))).toEqual([
      'Region [scotland]: ',
      'Region [scotland]: ',
      'Name of the site: ',
      'Address of the site',
      'Name of the screen agency: ',
      'Address of the site [https://locations.example]: ',
      'Name of the site [Alba Sites]: ',
      'Address of the site [https://locations.example]: ',
    ]);
  });

  test('does not offer the sample locations in another region than theirs', async () => {
    const output = path.join(folder, 'irish.env');
    const { terminal, asked } = type(['ireland', 'Scannáin', 'https://locations.example', 'Agency', null]);
    expect(await setUp([`--output=${output}`], {}, terminal, print)).toBe(1);
    const given = Object.entries(OPTIONS).map(([name, value]) => `--${name}=${value}`);
    const rest = type(['ireland', '', ...Array.from({ length: 20 }, () => null)]);
    await setUp([`--output=${output}`, ...given], ENV, rest.terminal, print);
    expect([...asked, ...rest.asked].filter((question) => question.includes('sample'))).toEqual([]);
  });

  /** Leaves eight questions: region and name of the site, and those after them. */
  const WITHOUT_NAME = toArgs(OPTIONS).filter((arg) => !arg.startsWith('--site-name='));
  const REST = Array.from({ length: 6 }, () => '');

  test('asks all again, with the answers, when they are not confirmed', async () => {
    const output = path.join(folder, 'unconfirmed.env');
    const args = [`--output=${output}`, ...WITHOUT_NAME];
    const { terminal, asked } = type(['', 'Alba', ...REST, 'no', '', null]);
    expect(await setUp([...args, '--samples=no'], ENV, terminal, print)).toBe(1);
    expect(asked.at(-1)).toBe('Name of the site [Alba]: ');
    expect(await exists(output)).toBe(false);
  });

  test.each([
    ['at a question', ['', 'Alba', null]],
    ['at the confirmation', ['', 'Alba', ...REST, null]],
    ['at the password', ['', 'Alba', ...REST, 'yes']],
  ])('changes nothing when it is cancelled %s', async (_where, lines) => {
    const output = path.join(folder, 'cancelled.env');
    const { url, db: untouched } = await openEmptyDatabase();
    const args = [`--output=${output}`, ...WITHOUT_NAME, '--samples=no'];
    expect(await setUp(args, { ...ENV, DATABASE_URL: url }, type(lines).terminal, print)).toBe(1);
    expect(text()).toContain('Setup was cancelled. Nothing was changed.');
    expect(await exists(output)).toBe(false);
    expect(await untouched.introspection.getTables()).toEqual([]);
  });
});

test('warns of answers that are still those of the examples', async () => {
  const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
  // Offered by no question: visitors would see them.
  expect(await read('deploy/recce.env.example')).toMatch(/^#AGENCY_NAME=/m);
  const guide = [...(await read('docs/installation.md')).matchAll(/--([a-z-]+)=(?:'([^'\n]*)'|([^\s\\]+))/g)];
  const given = Object.fromEntries(guide.map(([, option = '', quoted, plain = '']) => [option, quoted ?? plain]));
  expect(warnOfExamples(listQuestions({ embedded: false }), given).map((line) => line.split(' ')[1])).toEqual([
    'SITE_NAME',
    'SITE_URL',
    'AGENCY_NAME',
    'AGENCY_URL',
    'CREATIVE_AGENCY_NAME',
    'CREATIVE_AGENCY_URL',
    'ENQUIRIES_MAILBOX',
    'ENQUIRIES_TELEPHONE',
    'MAIL_FROM',
    '--admin-email',
  ]);
  expect(warnOfExamples(listQuestions({ embedded: false }), OPTIONS)).toEqual([]);
});

test('the command line prints the version and the options of setup, and reads an environment file', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const { env } = process;
  expect(await runCommand(['version'], { env })).toMatchObject({ exitCode: 0, stdout: `${version}\n` });
  expect((await runCommand(['setup', '--help'], { env })).stdout).toMatch(/^--enquiries-telephone=… .*$/m);
  const { stdout } = await run(RECCE, ['outbox', `--env-file=${file}`], { env: { PATH: process.env['PATH'] } });
  expect(stdout).toBe('There are no failed emails.\n');
});
