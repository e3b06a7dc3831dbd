import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Network namespace of the process that started the machine, through which packages are downloaded. */
const OUTSIDE = `/proc/${process.env['RECCE_OUTSIDE_PID'] ?? process.pid}/ns/net`;
const START_TIMEOUT_MS = 60_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** A Debian with systemd in a container of systemd-nspawn. Its network has a loopback interface only. */
export interface Machine {
  /** Folder of its root file system. */
  readonly root: string;
  /** Process id of its systemd. */
  readonly pid: number;
}

/** Installs an empty Debian into a temporary folder. */
export function installDebian(release: string): string {
  const root = mkdtempSync(path.join(tmpdir(), 'recce-machine-'));
  // It becomes the root folder, which all users can enter.
  chmodSync(root, 0o755);
  const packages = 'systemd,systemd-sysv,dbus,iproute2,procps';
  execFileSync('debootstrap', ['--variant=minbase', `--include=${packages}`, release, root], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return root;
}

/** Boots the machine. Ends with the returned process. */
export async function boot(root: string): Promise<{ machine: Machine; process: ChildProcess }> {
  const log = openSync(`${root}.log`, 'w');
  // Containers forbid Landlock by default; machines do not.
  const landlock = '--system-call-filter=landlock_create_ruleset landlock_add_rule landlock_restrict_self';
  const options = ['--register=no', '--keep-unit', '--private-network', '--resolv-conf=copy-host', landlock];
  const container = spawn('systemd-nspawn', ['--quiet', `--directory=${root}`, ...options, '--boot'], {
    stdio: ['ignore', log, log],
  });
  for (const until = Date.now() + START_TIMEOUT_MS; Date.now() < until; await delay(200)) {
    const pid = Number(spawnSync('pgrep', ['--parent', String(container.pid)], { encoding: 'utf8' }).stdout.trim());
    if (!pid) continue;
    const machine = { root, pid };
    const { stdout } = spawnSync(...enter(machine, 'systemctl is-system-running'), { encoding: 'utf8' });
    if (/^(running|degraded)/.test(stdout)) return { machine, process: container };
  }
  container.kill('SIGKILL');
  throw new Error(`the machine did not start\n${readFileSync(`${root}.log`, 'utf8').slice(-2000)}`);
}

/** Shuts the machine down and deletes it. */
export async function remove(root: string, container: ChildProcess): Promise<void> {
  const exit = once(container, 'exit');
  container.kill('SIGTERM');
  const timer = setTimeout(() => container.kill('SIGKILL'), START_TIMEOUT_MS);
  await exit;
  clearTimeout(timer);
  rmSync(root, { recursive: true });
  rmSync(`${root}.log`);
}

function enter({ pid }: Machine, script: string, network?: string): [command: string, args: string[]] {
  const namespaces = [
    '--mount',
    '--uts',
    '--ipc',
    '--pid',
    '--cgroup',
    ...(network ? [`--net=${network}`] : ['--net']),
  ];
  const environment = [
    'HOME=/root',
    'LANG=C.UTF-8',
    'DEBIAN_FRONTEND=noninteractive',
    'NODE_EXTRA_CA_CERTS=/root/ca.crt',
  ];
  const searchPath = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const command = [
    'env',
    '--ignore-environment',
    ...environment,
    searchPath,
    'bash',
    '-euo',
    'pipefail',
    '-c',
    `cd /root; ${script}`,
  ];
  return ['nsenter', [`--target=${pid}`, ...namespaces, '--root', ...command]];
}

/**
 * Runs a shell script in the machine, as root.
 * @param options.online uses the network of the host, for downloads of packages
 * @returns its standard output
 */
export function run(machine: Machine, script: string, { online = false, input = '' } = {}): string {
  const [command, args] = enter(machine, script, online ? OUTSIDE : undefined);
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', input, maxBuffer: MAX_OUTPUT_BYTES });
  if (status === 0) return stdout;
  throw new Error(`exit code ${status}:\n${script}\n${`${stdout}${stderr}`.slice(-4000)}`);
}

/** Like `run`, without network and input, but asynchronous. */
export async function runBeside(machine: Machine, script: string): Promise<string> {
  const { stdout } = await promisify(execFile)(...enter(machine, script), { maxBuffer: MAX_OUTPUT_BYTES });
  return stdout;
}

/** Copies the Node and npm of this process into the machine, as the archive of the Node project would install them. */
export function installNode({ root }: Pick<Machine, 'root'>): void {
  const npm = path.dirname(
    path.dirname(execFileSync('sh', ['-c', 'readlink -f "$(command -v npm)"'], { encoding: 'utf8' }).trim()),
  );
  cpSync(process.execPath, path.join(root, 'usr/local/bin/node'), { dereference: true });
  mkdirSync(path.join(root, 'usr/local/lib/node_modules'), { recursive: true });
  cpSync(npm, path.join(root, 'usr/local/lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(root, 'usr/local/bin/npm'));
  // Of a network with a private certificate authority.
  cpSync(process.env['NODE_EXTRA_CA_CERTS'] ?? '/etc/ssl/certs/ca-certificates.crt', path.join(root, 'root/ca.crt'));
}
