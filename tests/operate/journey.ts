import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { logIn } from '../../src/features/accounts/contract.ts';
import { sendEnquiry } from '../../src/features/enquiries/contract.ts';
import { searchLocations } from '../../src/features/locations/admin-list/contract.ts';
import { beginUpload, locationImages } from '../../src/features/locations/images/contract.ts';
import { publish } from '../../src/features/locations/publishing/contract.ts';
import { verificationChallenge } from '../../src/features/proof-of-work/contract.ts';
import { createHttpApi } from '../../src/platform/http/api-client.ts';
import { startMailServer } from '../support/mail-server.ts';
import { photograph } from '../support/photograph.ts';
import { solveAsBrowser } from '../support/solve-challenge.ts';
import { sendChunk, sendFile, waitForUploads } from '../support/uploads.ts';
import { lookAt } from './browser.ts';
import { readGuide } from './guide.ts';
import { type Machine, run } from './machine.ts';
import { writeReport } from './report.ts';
import { assert, step, waitFor } from './steps.ts';
import { SWIFT, controlSwift, startSwift } from './swift.ts';
import { visitDuring } from './visitors.ts';

const SITE = 'https://localhost';
const NODES = { 1: 'http://127.0.0.1:3001', 2: 'http://127.0.0.1:3002' };
const ADMIN = { email: 'ailsa@agency.example', password: 'a lamp on the weir of the mill' };
const PLACES = path.resolve(import.meta.dirname, '../../demo/places/places.csv');
const SLUG = 'paisley-gilmour-street-railway-station';
const SMTP_PORT = 25;

const machine = JSON.parse(process.env['RECCE_MACHINE']!) as Machine;
const sh = (script: string, options?: Parameters<typeof run>[2]) => run(machine, script, options).trim();
const setSetting = (name: string, value: string) =>
  sh(`sed --in-place '/^#\\?${name}=/d' /etc/recce/recce.env; echo '${name}=${value}' >> /etc/recce/recce.env`);
const waitUntilReady = (node: 1 | 2) =>
  waitFor(`node ${node} is ready`, async () => (await fetch(`${NODES[node]}/api/ready`)).ok);

spawn('ip', ['link', 'set', 'lo', 'up']);
const mails = await startMailServer(SMTP_PORT);

await install();
const { api, fetchAs } = await enterSite();
const id = await checkSite();
await checkFailures();
await checkBackup();
await checkCaddy();
await checkCompose();
writeReport(machine);
await mails.stop();

/** Follows the guide; between its steps, does what it leaves to the operator. */
async function install(): Promise<void> {
  for (const { title, script, online } of readGuide('localhost')) {
    if (title.startsWith('7.') && script.includes('daemon-reload')) {
      await step('Swift as S3-compatible storage, from Debian packages', () => {
        startSwift(machine);
        setSetting('STORAGE_URL', `s3://recce?endpoint=${SWIFT.endpoint}&region=us-east-1`);
        setSetting('AWS_ACCESS_KEY_ID', SWIFT.keyId);
        setSetting('AWS_SECRET_ACCESS_KEY', SWIFT.secret);
        return sh('cd /root; node --env-file=/etc/recce/recce.env /opt/recce/current/deploy/create-bucket.mjs');
      });
    }
    await step(`guide, ${title}`, () => void sh(script, { online }));
  }
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
}

async function enterSite() {
  await step('recce admin create', () =>
    sh(`recce admin create ${ADMIN.email} Ailsa Munro`, { input: `${ADMIN.password}\n` }),
  );
  let token = '';
  await step('log in over https', async () => {
    const { session } = await createHttpApi({ origin: SITE })(logIn, ADMIN);
    assert(session, 'no session');
    token = session.token;
  });
  const fetchAs = (address: string, init: RequestInit = {}) =>
    fetch(SITE + address, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } });
  return { api: createHttpApi({ origin: SITE, token: () => token }), fetchAs };
}

async function checkSite(): Promise<string> {
  await step('recce import of the places of the demo', () => {
    sh(`cat > /var/lib/recce/places.csv; chown recce /var/lib/recce/places.csv`, {
      input: readFileSync(PLACES, 'utf8'),
    });
    return sh('recce import /var/lib/recce/places.csv --apply --create-options').split('\n').at(-1)!;
  });
  let location = '';
  await step('both nodes find the imported locations', async () => {
    for (const url of Object.values(NODES)) {
      const search = async () => (await fetch(`${url}/api/locations?query=Gilmour`)).text();
      await waitFor(url, async () => (await search()).includes('Paisley Gilmour Street'));
    }
  });
  await step('upload of a photograph over https, decoded by the worker', async () => {
    const { data } = await api(searchLocations, { query: 'Paisley Gilmour Street' });
    location = data[0]!.id;
    await sendFile({ api, fetch: fetchAs }, location, await photograph(2400, 1600));
    await waitForUploads({ api }, location);
    await waitFor('renditions', async () =>
      (await api(locationImages, { id: location })).images.every(({ url }) => url !== null),
    );
  });
  await step('publish; both nodes show the photograph', async () => {
    await api(publish, { id: location });
    for (const url of Object.values(NODES)) {
      await waitFor(url, async () => {
        const page = await (await fetch(`${url}/find-a-location/${SLUG}`)).text();
        const picture = /\/media\/[0-9a-f]{64}\/\d+\.(?:avif|webp|jpg)/.exec(page)?.[0];
        return picture !== undefined && (await fetch(url + picture)).ok;
      });
    }
    await lookAt(`${SITE}/find-a-location/${SLUG}`);
  });
  await step('an enquiry arrives by mail', async () => {
    const challenge = await api(verificationChallenge, { action: 'Contact' });
    const enquiry = { name: 'Isla Robertson', email: 'isla@crew.example', comment: 'When is the station open?' };
    await api(sendEnquiry, { ...enquiry, verification: await solveAsBrowser(challenge) });
    const toTeam = () => mails.received.some(({ to }) => to.includes('locations@example.org'));
    await waitFor('the mail', async () => toTeam() && mails.received.length > 1);
    return mails.received.map(({ to }) => to.join()).join(' and ');
  });
  return location;
}

async function checkFailures(): Promise<void> {
  // All requests of the test come from one address, which may send 600 a minute.
  setSetting('RATE_LIMIT', 'off');
  sh('systemctl restart recce@1 recce@2');
  await Promise.all([waitUntilReady(1), waitUntilReady(2)]);
  await step('restart of both nodes, one after another', () => restartNodes(SITE));
  await step('kill -9 of a node', () =>
    expectNoFailure(SITE, async () => {
      sh('systemctl kill --signal=SIGKILL recce@2');
      await waitUntilReady(2);
    }),
  );
  await step('storage outage: pages stay, uploads can be retried', async () => {
    const photo = Uint8Array.from(await photograph(1200, 800));
    const { id: uploadId } = await api(beginUpload, { id, name: 'station.jpg', bytes: photo.length });
    const send = () => sendChunk({ fetch: fetchAs }, { id, uploadId, offset: 0 }, photo);
    controlSwift(machine, 'stop');
    const [home, ready, upload] = await Promise.all([fetch(SITE), fetch(`${NODES[1]}/api/ready`), send()]);
    controlSwift(machine, 'start');
    await Promise.all([waitUntilReady(1), waitUntilReady(2)]);
    const again = await send();
    assert(home.ok && upload.status === 503 && again.ok, `${home.status}, ${upload.status}, ${again.status}`);
    await waitForUploads({ api }, id);
    return `home page ${home.status}, /api/ready ${ready.status}, upload ${upload.status}, sent again ${again.status}`;
  });
  await step('database restart', async () => {
    sh('systemctl restart postgresql@*');
    await Promise.all([waitUntilReady(1), waitUntilReady(2)]);
    assert((await fetchAs('/api/session')).ok, 'the session is lost');
  });
  await step('connections to the database', () => {
    const query = "select count(*) from pg_stat_activity where usename = 'recce'";
    return `${sh(`su postgres --command 'psql --tuples-only --no-align recce' <<< "${query}"`)} for two nodes`;
  });
}

/** Destroys the site and restores it, if this version has the commands. */
async function checkBackup(): Promise<void> {
  if (!/^restore /m.test(sh('recce help 2>&1 || true'))) return;
  await step('recce backup', () =>
    sh('install --directory --owner recce /var/backups/recce; recce backup /var/backups/recce'),
  );
  await step('destroy database and files, recce restore', async () => {
    sh('systemctl stop recce@1 recce@2');
    sh('su postgres --command "dropdb recce; createdb --owner recce --template template0 --encoding UTF8 recce"');
    setSetting('STORAGE_URL', `s3://restored?endpoint=${SWIFT.endpoint}&region=us-east-1`);
    sh('node --env-file=/etc/recce/recce.env /opt/recce/current/deploy/create-bucket.mjs');
    const report = sh('recce restore /var/backups/recce');
    sh('systemctl start recce@1 recce@2');
    await Promise.all([waitUntilReady(1), waitUntilReady(2)]);
    assert((await fetchAs('/api/session')).ok, 'the session is not restored');
    await waitFor('renditions', async () =>
      (await api(locationImages, { id })).images.every(({ url }) => url !== null),
    );
    return report.split('\n').at(-1)!;
  });
}

async function checkCaddy(): Promise<void> {
  await step('Caddy instead of nginx', async () => {
    sh('apt-get install --yes --no-install-recommends caddy >/dev/null', { online: true });
    sh('systemctl disable --now nginx');
    sh(
      "sed 's|locations.example.org {|localhost {\\n\\ttls /etc/ssl/recce/fullchain.pem /etc/ssl/recce/caddy.pem|' /opt/recce/current/deploy/caddy/Caddyfile > /etc/caddy/Caddyfile",
    );
    sh(
      'install --owner caddy --mode 0600 /etc/ssl/recce/privkey.pem /etc/ssl/recce/caddy.pem; systemctl restart caddy',
    );
    await waitFor('Caddy', async () => (await fetch(SITE)).ok);
  });
  await step('restart of both nodes behind Caddy', () => restartNodes(SITE));
}

async function checkCompose(): Promise<void> {
  await step('compose.yaml, by docker-compose config', () => {
    sh('apt-get install --yes --no-install-recommends docker-compose >/dev/null 2>&1', { online: true });
    const secrets =
      "sed 's/^\\(POSTGRES_PASSWORD\\|S3_.*\\)=$/\\1=secret/' deploy/compose.env.example > /root/compose.env";
    const config = 'docker-compose --env-file /root/compose.env config';
    const services = sh(`cd /opt/recce/current; ${secrets}; ${config} --quiet; ${config} --services | sort`).split(
      '\n',
    );
    const incomplete = sh('cd /opt/recce/current; docker-compose config --quiet 2>&1 || true');
    assert(incomplete.includes('is missing a value'), 'it starts without secrets');
    return services.join(', ');
  });
}

async function restartNodes(url: string): Promise<string> {
  return expectNoFailure(url, async () => {
    for (const node of [1, 2] as const) {
      // systemctl blocks until the node has stopped, so it must not run in this process, which sends the requests.
      sh(`systemctl --no-block restart recce@${node}`);
      await waitFor('it stops', async () => !(await fetch(`${NODES[node]}/api/ready`)).ok);
      await waitUntilReady(node);
    }
  });
}

async function expectNoFailure(url: string, work: () => Promise<void>): Promise<string> {
  const { requests, failures, longestMs } = await visitDuring(url, work);
  assert(
    failures.length === 0,
    `${failures.length} of ${requests} requests failed: ${failures.slice(0, 5).join('; ')}`,
  );
  return `${requests} requests, none failed, the longest took ${longestMs} ms`;
}
