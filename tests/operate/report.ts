import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { type Machine, run } from './machine.ts';
import { PREVIOUS_VERSION } from './previous-release.ts';
import { results } from './steps.ts';

const REPORT = path.resolve(import.meta.dirname, '../../test-results/operate-report.md');
const VERSIONS = {
  Debian: 'cat /etc/debian_version',
  systemd: 'systemctl --version | head -1',
  Node: 'node --version',
  PostgreSQL: 'su postgres --command "psql --version"',
  nginx: 'nginx -v 2>&1',
  Caddy: 'caddy version',
  'OpenStack Swift': "dpkg-query --show --showformat '${Version}' swift-proxy",
};

/** Writes what was tried, with versions and durations, to `test-results`, which is not in the repository. */
export function writeReport(machine: Machine): void {
  const versions = Object.entries(VERSIONS).map(([name, command]) => `| ${name} | ${run(machine, command).trim()} |`);
  const steps = results.map(({ title, seconds, detail }) => `| ${title} | ${seconds.toFixed(1)} | ${detail} |`);
  const day = new Date().toISOString().slice(0, 10);
  mkdirSync(path.dirname(REPORT), { recursive: true });
  writeFileSync(
    REPORT,
    `# Report of the operator's test

\`npm run test:operate\` installs an empty Debian in a container of systemd-nspawn, executes the commands of
docs/installation.md, docs/backup.md and docs/upgrading.md in it, and uses the site meanwhile. This is its
result of ${day}, on ${process.arch} with ${availableParallelism()} processors, and a load average of ${loadavg()[2]!.toFixed(0)} in the last 15 minutes.

| Software | Version |
|---|---|
${versions.join('\n')}

Node was copied from the machine of the test instead of downloaded. The storage is the S3 interface of OpenStack Swift. The certificate is of a
local authority. During backup, restarts and upgrade, 4 visitors request pages with their scripts and styles without a pause. The previous
release, ${PREVIOUS_VERSION}, is built from its last revision that can be installed.

| Step | Seconds | Result |
|---|---|---|
${steps.join('\n')}
`,
  );
  console.log(`${results.length} passed, 0 failed`);
}
