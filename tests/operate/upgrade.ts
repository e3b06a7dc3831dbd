import manifest from '../../package.json' with { type: 'json' };
import { publish, unpublish } from '../../src/features/locations/publishing/contract.ts';
import type { MailServer } from '../support/mail-server.ts';
import { destroySite } from './backup.ts';
import { expectPhotograph, fillCatalogue, sendEnquiryAndWait } from './catalogue.ts';
import { readSection } from './guide.ts';
import { PREVIOUS_VERSION } from './previous-release.ts';
import {
  NODES,
  type Session,
  expectNoFailure,
  getAdmin,
  openSession,
  runSteps,
  sh,
  start,
  waitUntilReady,
} from './site.ts';
import { findDifferences, takeSnapshot } from './snapshot.ts';
import { assert, step, waitFor } from './steps.ts';

const { version: VERSION } = manifest;
const DOCUMENT = 'upgrading.md';

/** Runs a site of the previous release, and upgrades it by docs/upgrading.md. */
export async function checkUpgrade(mails: MailServer): Promise<void> {
  await step(`the previous release, ${PREVIOUS_VERSION}, with an empty database`, installPrevious);
  const old = await openSession();
  const id = await fillCatalogue(old);
  await sendEnquiryAndWait(old, mails);
  await step('upgrading.md, Before an upgrade', () => runSteps(readSection(DOCUMENT, 'Before an upgrade')));
  const before = await takeSnapshot();
  await step('upgrading.md, Several nodes without downtime: first node', () => upgradeNode(1));
  await step('the migrations keep all rows and files', async () => {
    const after = await takeSnapshot(before);
    const differences = findDifferences(before, after, { mayAdd: true });
    assert(differences.length === 0, differences.join('\n'));
    const [old, migrated] = [before, after].map(({ tables }) => tables.get('schema_migrations')!.rows.length);
    assert(migrated! > old!, 'no migration was applied');
    return `${migrated! - old!} migrations, ${before.tables.size} tables, ${before.files.size} files`;
  });
  await step('nodes of both versions read and write', () => useBothVersions(old, id));
  await step('upgrading.md, Several nodes without downtime: second node', () => upgradeNode(2));
  await step('the upgraded site: session, photograph', async () => {
    assert((await old.fetch('/api/session')).ok, 'the session is lost');
    await expectPhotograph();
  });
  await sendEnquiryAndWait(old, mails);
}

/** Installs the previous release by the same guide as the present one. */
async function installPrevious(): Promise<void> {
  destroySite();
  sh('rm --recursive /opt/recce');
  runSteps(readSection('installation.md', '3. Recce', { [`recce-${VERSION}`]: `recce-${PREVIOUS_VERSION}` }));
  sh('systemctl start recce@1 recce@2');
  await waitUntilReady();
  const { email, password } = getAdmin();
  sh(`recce admin create ${email} Ailsa Munro`, { input: `${password}\n` });
}

/** Runs the commands that restart one node after another, for one of them. */
function upgradeNode(node: keyof typeof NODES): Promise<string> {
  const values = { 'for node in 1 2;': `for node in ${node};` };
  const [{ script } = { script: '' }] = readSection(DOCUMENT, 'Several nodes without downtime', values);
  return expectNoFailure(async () => {
    await start(script);
    assert((await readVersion(node)) === VERSION, 'another version is running');
  });
}

async function readVersion(node: keyof typeof NODES): Promise<string | undefined> {
  const { version } = (await (await fetch(`${NODES[node]}/api/health`)).json()) as { version?: string };
  return version;
}

/** Changes data by the node of each version, and reads it by the other one. */
async function useBothVersions(session: Session, id: string): Promise<string> {
  const versions = [await readVersion(1), await readVersion(2)];
  assert(versions[0] === VERSION && versions[1] !== VERSION, `versions: ${versions.join()}`);
  for (const [from, to] of [
    [NODES[1], NODES[2]],
    [NODES[2], NODES[1]],
  ] as const) {
    const { api } = await openSession(from);
    const isFound = async () => (await (await fetch(`${to}/api/locations?query=Gilmour`)).text()).includes(id);
    await api(unpublish, { id });
    await waitFor('it is offline', async () => !(await isFound()));
    await api(publish, { id });
    await waitFor('it is online', isFound);
  }
  assert((await session.fetch('/api/session')).ok, 'the session is lost');
  return 'log in, unpublish and publish by each, seen by the other';
}
