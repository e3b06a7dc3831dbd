// Installs Recce by docs/installation.md on an empty Debian, and operates it. Needs root, and Debian with debootstrap and systemd-nspawn.
import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildRelease } from '../../tools/release.ts';
import { createCertificate } from './certificate.ts';
import { boot, installDebian, installNode, remove } from './machine.ts';
import { buildPreviousRelease } from './previous-release.ts';

const RELEASE = 'trixie';
const TOOLS = { debootstrap: 'debootstrap', 'systemd-nspawn': 'systemd-container' };

if (process.getuid?.() !== 0) throw new Error('Run this test as root: it installs an operating system into a folder.');
for (const [command, debianPackage] of Object.entries(TOOLS)) {
  if (spawnSync('sh', ['-c', `command -v ${command}`]).status === 0) continue;
  execFileSync('apt-get', ['install', '--yes', '--no-install-recommends', debianPackage], { stdio: 'inherit' });
}

console.log(`Installing Debian ${RELEASE}.`);
const started = Date.now();
const root = installDebian(RELEASE);
installNode({ root });
buildRelease(path.join(root, 'root'));
buildPreviousRelease(path.join(root, 'root'));
const authority = createCertificate(root);
const { machine, process: container } = await boot(root);
console.log(`Debian is running after ${Math.round((Date.now() - started) / 1000)} s.`);
try {
  // The journey runs in the network of the machine, with the files of this repository.
  const { status } = spawnSync(
    'nsenter',
    [`--target=${machine.pid}`, '--net', process.execPath, path.join(import.meta.dirname, 'journey.ts')],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        RECCE_OUTSIDE_PID: String(process.pid),
        RECCE_MACHINE: JSON.stringify(machine),
        NODE_EXTRA_CA_CERTS: authority,
      },
    },
  );
  process.exitCode = status ?? 1;
} finally {
  if (process.env['RECCE_KEEP_MACHINE'] !== 'on') await remove(root, container);
}
