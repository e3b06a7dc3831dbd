import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { onTestFinished } from 'vitest';
import { findPooler } from '../../tools/pooler.mjs';

const NOBODY = 65_534;

interface PoolerOptions {
  readonly mode?: string;
  /** Whether it ignores startup parameters that it does not know, instead of refusing the connection. */
  readonly drops?: boolean;
  /** Statements on each connection to the server. */
  readonly onConnect?: string;
}

/** Starts PgBouncer before a database until the test ends. Returns the URL of the database behind it. */
export async function startPooler(
  url: string,
  { mode = 'session', drops = false, onConnect }: PoolerOptions,
): Promise<string> {
  const command = findPooler();
  if (!command) throw new Error('This test needs PgBouncer: run node tools/setup.mjs --pooler');
  const target = new URL(url);
  const name = target.pathname.slice(1);
  const folder = await mkdtemp(path.join(tmpdir(), 'recce-pooler-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await chmod(folder, 0o777);
  const port = await getFreePort();
  const server = ['host=127.0.0.1', `port=${await startBridge(target)}`, `user=${target.username}`, `dbname=${name}`];
  if (target.password) server.push(`password=${decodeURIComponent(target.password)}`);
  if (onConnect) server.push(`connect_query='${onConnect}'`);
  const settings = [
    '[databases]',
    `${name} = ${server.join(' ')}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    ...(drops ? ['ignore_startup_parameters = options,statement_timeout,idle_in_transaction_session_timeout'] : []),
  ];
  const file = path.join(folder, 'pgbouncer.ini');
  await writeFile(file, settings.join('\n'), { mode: 0o644 });
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const pooler = spawn(command, [file], { ...account, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(pooler, 'exit');
  onTestFinished(async () => {
    pooler.kill('SIGKILL');
    await ended;
  });
  let log = '';
  for await (const chunk of pooler.stderr.setEncoding('utf8')) {
    log += chunk;
    if (log.includes('process up')) break;
  }
  if (!log.includes('process up')) throw new Error(`PgBouncer did not start: ${log}`);
  return `postgres://${target.username}@127.0.0.1:${port}/${name}`;
}

/** Passes connections on to the server of a database: only its user can enter the folder of its socket. Returns the port. */
async function startBridge(target: URL): Promise<number> {
  const host = target.searchParams.get('host') ?? target.hostname;
  const port = Number(target.port || '5432');
  const bridge = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    pipeline(near, far, near, () => {});
  }).listen(0, '127.0.0.1');
  await once(bridge, 'listening');
  onTestFinished(() => void bridge.close());
  return (bridge.address() as { port: number }).port;
}

async function getFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
