import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sendEnquiry } from '../../src/features/enquiries/contract.ts';
import { searchLocations } from '../../src/features/locations/admin-list/contract.ts';
import { locationImages } from '../../src/features/locations/editing/images/contract.ts';
import { publish } from '../../src/features/locations/publishing/contract.ts';
import { verificationChallenge } from '../../src/features/proof-of-work/contract.ts';
import type { MailServer } from '../support/mail-server.ts';
import { photograph } from '../support/photograph.ts';
import { solveAsBrowser } from '../support/solve-challenge.ts';
import { sendFile, waitForUploads } from '../support/uploads.ts';
import { lookAt } from './browser.ts';
import { NODES, SITE, type Session, sh } from './site.ts';
import { assert, step, waitFor } from './steps.ts';

const PLACES = path.resolve(import.meta.dirname, '../../demo/places/places.csv');
const NAME = 'Paisley Gilmour Street';
const PAGE = '/find-a-location/paisley-gilmour-street-railway-station';

/** Imports a catalogue, and publishes one of its locations with a photograph. Returns its id. */
export async function fillCatalogue(session: Session): Promise<string> {
  await step('recce import of the places of the demo', () => {
    sh(`cat > /var/lib/recce/places.csv; chown recce /var/lib/recce/places.csv`, {
      input: readFileSync(PLACES, 'utf8'),
    });
    return sh('recce import /var/lib/recce/places.csv --apply --create-options').split('\n').at(-1)!;
  });
  await step('both nodes find the imported locations', async () => {
    for (const url of Object.values(NODES)) {
      const search = async () => (await fetch(`${url}/api/locations?query=Gilmour`)).text();
      await waitFor(url, async () => (await search()).includes(NAME));
    }
  });
  const { data } = await session.api(searchLocations, { query: NAME });
  const { id } = data[0]!;
  await step('upload of a photograph over https, decoded by the worker', async () => {
    await sendFile(session, id, await photograph(2400, 1600));
    await waitForUploads(session, id);
    await waitForRenditions(session, id);
  });
  await step('pictures are decoded in a sandbox', () => {
    const warnings = sh("journalctl --unit 'recce@*' --output cat | grep --fixed-strings 'without a sandbox' || true");
    assert(warnings === '', warnings);
    return 'no node warns that it has none';
  });
  await step('publish; both nodes show the photograph', async () => {
    await session.api(publish, { id });
    await expectPhotograph();
  });
  return id;
}

export async function waitForRenditions({ api }: Session, id: string): Promise<void> {
  await waitFor('renditions', async () => {
    const { images } = await api(locationImages, { id });
    return images.length > 0 && images.every(({ url }) => url !== null);
  });
}

/** Expects that both nodes show the location with its photograph, and that a browser does. */
export async function expectPhotograph(): Promise<void> {
  for (const url of Object.values(NODES)) {
    await waitFor(`${url} with the photograph`, async () => {
      const page = await (await fetch(url + PAGE)).text();
      const picture = /\/media\/[0-9a-f]{64}\/\d+\.(?:avif|webp|jpg)/.exec(page)?.[0];
      return picture !== undefined && (await fetch(url + picture)).ok;
    });
  }
  await lookAt(SITE + PAGE);
}

export async function sendEnquiryAndWait({ api }: Session, mails: MailServer): Promise<void> {
  await step('an enquiry arrives by email', async () => {
    const before = mails.received.length;
    const challenge = await api(verificationChallenge, { action: 'Contact' });
    const enquiry = { name: 'Isla Robertson', email: 'isla@crew.example', comment: 'When is the station open?' };
    await api(sendEnquiry, { ...enquiry, verification: await solveAsBrowser(challenge) });
    const getNew = () => mails.received.slice(before).map(({ to }) => to.join());
    await waitFor('the emails', async () => getNew().includes('locations@example.org') && getNew().length > 1);
    return getNew().join(' and ');
  });
}
