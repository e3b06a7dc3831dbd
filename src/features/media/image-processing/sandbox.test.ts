import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { ENVIRONMENT, findMissingSandbox, getDecoderCommand } from './sandbox.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

/** The attempts of a picture that has taken over the decoder. Prints those that succeeded, and the codes of errors. */
const ATTACK = `
  import { execFileSync } from 'node:child_process';
  import { createSocket } from 'node:dgram';
  import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
  import { connect } from 'node:net';
  const outcomes = { environment: Object.keys(process.env).sort() };
  const attempt = (name, action) => {
    try { action(); outcomes[name] = 'succeeded'; } catch (error) { outcomes[name] = error.code; }
  };
  const [socketPort] = process.argv.slice(1).map(Number);
  attempt('reads accounts', () => readFileSync('/etc/passwd'));
  attempt('reads the environment of the site', () => readFileSync('/proc/' + process.ppid + '/environ'));
  attempt('reads the repository', () => readFileSync('${ROOT}/README.md'));
  attempt('writes code', () => writeFileSync('${ROOT}/src/x', ''));
  attempt('writes a temporary file', () => writeFileSync('/tmp/x', ''));
  attempt('changes a mode', () => chmodSync('${ROOT}/README.md', 0o644));
  attempt('starts a process', () => execFileSync('/bin/true'));
  attempt('signals the site', () => process.kill(process.ppid, 0));
  const connection = (name, options) => new Promise((resolve) => {
    connect(options).on('connect', function () { this.destroy(); resolve(outcomes[name] = 'succeeded'); }).on('error', ({ code }) => resolve(outcomes[name] = code));
  });
  await connection('opens a TCP socket', { host: '127.0.0.1', port: socketPort });
  await connection('opens a Unix socket', { path: '/tmp/x' });
  await new Promise((resolve) => {
    const socket = createSocket('udp4').on('error', ({ code }) => resolve(outcomes['opens a UDP socket'] = code));
    socket.bind(0, () => { socket.close(); resolve(outcomes['opens a UDP socket'] = 'succeeded'); });
  });
  console.log(JSON.stringify(outcomes));`;

/** The same without the checks of Node, as native code would do it. */
const NATIVE_CODE = new Set(['--permission', '--allow-addons', '--disable-warning=PERM0001']);

describe.runIf(process.platform === 'linux')('sandbox of the decoder', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  afterAll(() => server.close());
  const port = await new Promise<number>((resolve) =>
    server.once('listening', () => resolve((server.address() as { port: number }).port)),
  );
  const attack = async (command: readonly string[]): Promise<Record<string, unknown>> => {
    const [program, ...args] = command;
    const options = { env: ENVIRONMENT, cwd: '/' };
    const { stdout } = await promisify(execFile)(program!, [...args, String(port)], options);
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  const command = await getDecoderCommand(['--input-type=module', '--eval', ATTACK, '--']);

  test('exists on this machine', async () => {
    expect(await findMissingSandbox()).toEqual({ reason: undefined });
  });

  test('has no setting of the site in its environment', async () => {
    process.env['SMTP_URL'] = 'smtp://user:secret@mail.example';
    const { environment } = await attack(command);
    delete process.env['SMTP_URL'];
    expect(environment).toEqual(['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'OPENSSL_CONF', 'PWD']);
  });

  test('denies files, sockets and processes to JavaScript', async () => {
    const { environment: _, ...outcomes } = await attack(command);
    expect(Object.values(outcomes)).not.toContain('succeeded');
    expect(Object.keys(outcomes)).toHaveLength(11);
  });

  test('denies files, sockets and processes to native code', async () => {
    const native = command.filter((argument) => !NATIVE_CODE.has(argument) && !argument.startsWith('--allow-fs'));
    expect(await attack(native)).toEqual({
      environment: expect.anything(),
      'reads accounts': 'EACCES',
      'reads the environment of the site': 'EACCES',
      'reads the repository': 'EACCES',
      'writes code': 'EACCES',
      'writes a temporary file': 'EACCES',
      'changes a mode': 'EPERM',
      'starts a process': 'EPERM',
      'signals the site': 'EPERM',
      'opens a TCP socket': 'EPERM',
      'opens a Unix socket': 'EPERM',
      'opens a UDP socket': 'EPERM',
    });
  });
});
