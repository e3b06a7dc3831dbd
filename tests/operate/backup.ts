import { expectPhotograph, waitForRenditions } from './catalogue.ts';
import { readSection } from './guide.ts';
import { createBucket } from './install.ts';
import { type Session, expectNoFailure, machine, runSteps, sh, start, waitUntilReady } from './site.ts';
import { findDifferences, takeSnapshot } from './snapshot.ts';
import { assert, step } from './steps.ts';
import { controlSwift } from './swift.ts';

/** Backs the site up by docs/backup.md, destroys it, and restores it. */
export async function checkBackup(session: Session, id: string): Promise<void> {
  await step('a key pair of age', () => {
    sh('apt-get install --yes --no-install-recommends age >/dev/null', { online: true });
    return sh('age-keygen --output /root/key.txt 2>/dev/null; age-keygen -y /root/key.txt');
  });
  runSteps(readSection('backup.md', 'Timer', { 'PUBLIC-KEY': sh('age-keygen -y /root/key.txt') }));
  await step('backup.md, Timer: recce-backup, while the site is in use', async () => {
    const visits = await expectNoFailure(async () => void (await start('systemctl start recce-backup')));
    const next = sh('systemctl list-timers recce-backup.timer --no-legend').split(' ').slice(0, 3).join(' ');
    return `${readBackupLog()} Next: ${next}. ${visits}`;
  });
  const before = await takeSnapshot();
  await step('recce-backup again: stores only what is new', () => {
    sh('systemctl start recce-backup');
    return readBackupLog();
  });
  await step('destroy: database, storage and data folder', destroySite);
  const [restore, startNodes] = readSection('backup.md', 'Restore after a disaster');
  await step('backup.md, Restore after a disaster', () => {
    sh('cp /root/key.txt /var/lib/recce/key.txt');
    return sh(restore!.script).split('\n').slice(-2).join(' ');
  });
  await step('restored rows and files are the same', async () => {
    const after = await takeSnapshot();
    const differences = findDifferences(before, after);
    assert(differences.length === 0, differences.join('\n'));
    return `${after.tables.size} tables, ${after.files.size} files`;
  });
  await step('the restored site: session, search, photograph', async () => {
    sh(startNodes!.script);
    await waitUntilReady();
    assert((await session.fetch('/api/session')).ok, 'the session is not restored');
    await waitForRenditions(session, id);
    await expectPhotograph();
  });
}

function readBackupLog(): string {
  return sh(
    "journalctl --unit recce-backup --output cat --since -10min | grep --ignore-case 'backup .*[0-9]' | tail -2 | paste --serial --delimiters ' '",
  );
}

/** Deletes all data of the site, and leaves an empty database and an empty bucket. */
export function destroySite(): void {
  sh('systemctl stop recce@1 recce@2');
  sh('su postgres --command "dropdb recce; createdb --owner recce --template template0 --encoding UTF8 recce"');
  controlSwift(machine, 'stop');
  sh('rm --recursive /srv/node/d1/* /var/lib/recce/*; systemctl restart memcached');
  controlSwift(machine, 'start');
  createBucket();
}
