import { readGuide } from './guide.ts';
import { logInByBrowser } from './browser.ts';
import { SITE, getAdmin, machine, setSetting, sh, start } from './site.ts';
import { assert, step } from './steps.ts';
import { SWIFT, startSwift } from './swift.ts';

/** Follows the guide; between its steps, does what it leaves to the operator. */
export async function install(): Promise<void> {
  const values = { 'locations.example.org': 'localhost', '--samples=no': '--samples=yes' };
  for (const { title, script, online } of readGuide('installation.md', values)) {
    if (script.includes('recce setup')) {
      await step('Swift as S3-compatible storage, from Debian packages', () => {
        startSwift(machine);
        setSetting('STORAGE_URL', `s3://recce?endpoint=${SWIFT.endpoint}&region=us-east-1`);
        setSetting('AWS_ACCESS_KEY_ID', SWIFT.keyId);
        setSetting('AWS_SECRET_ACCESS_KEY', SWIFT.secret);
        return createBucket();
      });
    }
    await step(`installation.md, ${title}`, async () => {
      const output = online ? sh(script, { online }) : await start(script);
      return /^.* can log in.*$/m.exec(output)?.[0];
    });
  }
  await step('size of the installed version, without the embedded database', () => {
    const list = '/opt/recce/current/node_modules/.package-lock.json';
    const count = sh(`node --print 'Object.keys(require("${list}").packages).length'`);
    return `${count} packages, ${sh('du --summarize --block-size=MB /opt/recce/current/ | cut --fields 1')}`;
  });
  await step('exposure of the unit by systemd-analyze security', () => {
    const rating = sh('systemd-analyze security recce@1 --no-pager').split('\n').at(-1)!;
    const score = Number(/([\d.]+) \w+/.exec(rating)?.[1]);
    assert(score <= 2, rating);
    return `${score} of 10`;
  });
  await step('a node runs unprivileged, and its worker is limited', () => {
    const worker = sh('pgrep --newest --full worker/worker.ts');
    const [user, nice] = sh(`ps --no-headers --format user,ni ${worker}`).split(/\s+/);
    const limit = /Max data size\s+(\d+)/.exec(sh(`cat /proc/${worker}/limits`))?.[1];
    assert(user === 'recce' && nice === '10' && limit === String(1_572_864 * 1024), `${user} ${nice} ${limit}`);
    const refused = sh(
      'systemctl show recce@1 --property NoNewPrivileges,ProtectSystem,PrivateUsers | paste --serial --delimiters " "',
    );
    return `user recce, nice 10, data limit 1.5 GB; ${refused}`;
  });
  await step('the first admin logs in by browser', () => logInByBrowser(`${SITE}/admin`, getAdmin()));
  await step('recce demo remove deletes the samples', () => sh('recce demo remove'));
}

export const createBucket = () =>
  sh('node --env-file=/etc/recce/recce.env /opt/recce/current/deploy/create-bucket.mjs');
