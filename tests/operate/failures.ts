import { beginUpload } from '../../src/features/locations/editing/images/contract.ts';
import { photograph } from '../support/photograph.ts';
import { sendChunk, waitForUploads } from '../support/uploads.ts';
import { NODES, SITE, type Session, expectNoFailure, machine, setSetting, sh, waitUntilReady } from './site.ts';
import { assert, step, waitFor } from './steps.ts';
import { controlSwift } from './swift.ts';

/** Restarts, crashes and outages while the site is in use. */
export async function checkFailures(session: Session, id: string): Promise<void> {
  // All requests of the test come from one IP address, which may send 600 a minute.
  setSetting('RATE_LIMIT', 'off');
  sh('systemctl restart recce@1 recce@2');
  await waitUntilReady();
  await step('restart of both nodes, one after another', restartNodes);
  await step('kill -9 of a node', () =>
    expectNoFailure(async () => {
      sh('systemctl kill --signal=SIGKILL recce@2');
      await waitUntilReady();
    }),
  );
  await step('storage outage: pages stay, uploads can be retried', async () => {
    const photo = Uint8Array.from(await photograph(1200, 800));
    const { id: uploadId } = await session.api(beginUpload, { id, name: 'station.jpg', bytes: photo.length });
    const send = () => sendChunk(session, { id, uploadId, offset: 0 }, photo);
    controlSwift(machine, 'stop');
    const [home, ready, upload] = await Promise.all([fetch(SITE), fetch(`${NODES[1]}/api/ready`), send()]);
    controlSwift(machine, 'start');
    await waitUntilReady();
    const again = await send();
    assert(home.ok && upload.status === 503 && again.ok, `${home.status}, ${upload.status}, ${again.status}`);
    await waitForUploads(session, id);
    return `home page ${home.status}, /api/ready ${ready.status}, upload ${upload.status}, sent again ${again.status}`;
  });
  await step('database restart', async () => {
    sh('systemctl restart postgresql@*');
    await waitUntilReady();
    assert((await session.fetch('/api/session')).ok, 'the session is lost');
  });
  await step('connections to the database', () => {
    const query = "select count(*) from pg_stat_activity where usename = 'recce'";
    return `${sh(`su postgres --command 'psql --tuples-only --no-align recce' <<< "${query}"`)} for two nodes`;
  });
}

export function restartNodes(): Promise<string> {
  return expectNoFailure(async () => {
    for (const [node, url] of Object.entries(NODES)) {
      // systemctl blocks until the node has stopped, so it must not run in this process, which sends the requests.
      sh(`systemctl --no-block restart recce@${node}`);
      await waitFor('it stops', async () => !(await fetch(`${url}/api/ready`)).ok);
      await waitUntilReady();
    }
  });
}
