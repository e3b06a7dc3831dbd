import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { SYSTEM_PAGES } from '../src/features/content/schema.ts';
import { sendEnquiry } from '../src/features/enquiries/contract.ts';
import { applyImport, checkImport, importById, uploadImport } from '../src/features/import-export/browser/contract.ts';
import { exportLocations } from '../src/features/locations/admin-list/contract.ts';
import { createLocation, geocodeLocation, saveLocation } from '../src/features/locations/editing/contract.ts';
import { verificationChallenge } from '../src/features/proof-of-work/contract.ts';
import { openBrowser, visit } from './support/browser.ts';
import { testDatabase } from './support/database.ts';
import { addImage } from './support/locations.ts';
import { addSignedInPerson } from './support/people.ts';
import { startSiteProcess } from './support/site-process.ts';
import { solveAsBrowser } from './support/solve-challenge.ts';

// A site for another region: only settings and the folder of the region differ.

const ENV = { REGION: 'ireland' };
const FILE = fileURLToPath(new URL('../regions/ireland/demo/places.csv', import.meta.url));
const RECCE = fileURLToPath(new URL('../bin/recce', import.meta.url));

const { kysely: db, url: databaseUrl } = await testDatabase();
const { url } = await startSiteProcess(databaseUrl, ENV);
const site = { url, db };
const { stdout: report } = await promisify(execFile)(RECCE, ['import', FILE, '--apply'], {
  env: { ...process.env, ...ENV, DATABASE_URL: databaseUrl },
});
const demo = await testDatabase();
await startSiteProcess(demo.url, { ...ENV, DEMO: 'on' });
const browser = await openBrowser({ maps: true });

/** Words and names of Scotland. */
const SCOTTISH = /scot|edinburgh|glasgow|\bleith\b|\blochs?\b|council area|\b0131\b|EH1 1RE/i;

const getText = async (path: string) => (await fetch(url + path)).text();

interface Results {
  data: { title: string }[];
  meta: { page: { total_results: number } };
}

async function search(query: string): Promise<Results> {
  const response = await fetch(`${url}/api/locations?query=${encodeURIComponent(query)}`);
  return (await response.json()) as Results;
}
const searchTitles = async (query: string) => (await search(query)).data.map(({ title }) => title);

test('imports places with the options of the region, and finds them by its towns, Irish names and routing keys', async () => {
  expect(report).toContain('Imported.');
  await expect.poll(async () => (await search('')).meta.page.total_results).toBe(49);
  expect((await searchTitles('castle near Galway'))[0]).toBe('Dunguaire Castle');
  expect(await searchTitles('Corcaigh')).toContain('Cork');
  expect(await searchTitles('castle near V94 T28R')).toContain("King John's Castle");
  expect(await searchTitles('castle in County Clare')).toEqual(
    expect.arrayContaining(['Bunratty Castle', 'Doonagore Castle']),
  );
});

test('registers a location with an Eircode and an Irish telephone number', async () => {
  const { api, person } = await addSignedInPerson(site, 'OWNER', { telephone1: '+353 1 234 5678' });
  const id = randomUUID();
  const information = {
    title: 'Kinvara boathouse',
    address1: '1 The Quay',
    postcode: 'h91ee2t',
    telephone1: '+353 91 234 567',
    email: 'owner@boathouse.example',
    nearesttown: 'Gort',
  };
  const wrong = api(createLocation, { id, draftVersion: 0, ...information, postcode: 'EH1 1RE', telephone1: '12' });
  await expect(wrong).rejects.toMatchObject({
    fields: {
      postcode: 'Enter an Eircode such as A65 F4E2.',
      telephone1: 'Enter a telephone number of 7 to 30 digits, such as 01 234 5678.',
    },
  });
  expect(await api(geocodeLocation, { postcode: 'H91 EE2T' })).toMatchObject({
    nearesttown: 'Galway',
    localauthority: 'Galway City',
  });
  const position = { latitude: 53.1422, longitude: -8.9261 };
  const found = await api(geocodeLocation, position);
  expect(found).toMatchObject({ nearesttown: 'Gort', localauthority: 'Galway County' });

  const { version } = await api(createLocation, { id, draftVersion: 0, ...information });
  const saved = await api(saveLocation, {
    id,
    version,
    ...position,
    map_precision: 'exact',
    address_public: true,
    category: ['House'],
    setting: ['Coastal'],
    century: ['19th'],
    condition: 'Good',
    ownershiptype: 'Private',
    localauthority: found.localauthority!,
    filmoffice: found.filmoffice!,
    ownername: 'Nuala Burke',
    description: 'A stone boathouse by the sea.',
  });
  expect(saved).toMatchObject({ postcode: 'H91 EE2T' });
  await addImage(db, id, { is_primary: true });
  await api(saveLocation, { id, version: saved.version, isSubmitting: true });

  await promisify(execFile)(RECCE, ['publish', 'kinvara-boathouse'], {
    env: { ...process.env, ...ENV, DATABASE_URL: databaseUrl },
  });
  await expect.poll(async () => (await searchTitles('H91 EE2T'))[0]).toBe('Kinvara boathouse');

  const challenge = await api(verificationChallenge, { action: 'LocationEnquiry' });
  const enquiry = { name: 'Isla', email: 'isla@northlight.example', phone: '', comment: 'Two nights in May.' };
  await api(sendEnquiry, {
    ...enquiry,
    locationUrl: 'kinvara-boathouse',
    verification: await solveAsBrowser(challenge),
  });
  const mails = await db.selectFrom('outbox').select(['recipient', 'subject', 'text', 'html']).execute();
  expect(mails.map(({ recipient }) => recipient)).toEqual(
    expect.arrayContaining([person.email, 'isla@northlight.example', 'locations@screen-eire.example']),
  );
  expect(JSON.stringify(mails)).not.toMatch(SCOTTISH);
});

test('imports places in the back office with the rules of the region', async () => {
  const { api, fetch: send } = await addSignedInPerson(site, 'ADMIN');
  const csv = 'Title,Eircode,Lat,Long\nThe new quay,H91 EE2T,53.1422,-8.9261\n';
  const form = new FormData();
  form.append('name', 'places.csv');
  form.append('file', new Blob([csv]), 'places.csv');
  const sent = await send(`/api${uploadImport.path}`, { method: 'POST', body: form });
  const { id, version, mapping } = uploadImport.output.parse(await sent.json());
  await api(checkImport, { id, expectedVersion: version, mapping, createOptions: false });
  const load = () => api(importById, { id });
  await expect.poll(async () => (await load()).state).toBe('CHECKED');
  const checked = await load();
  expect(checked).toMatchObject({ mapping: ['title', 'postcode', 'latitude', 'longitude'], warnings: [] });
  await api(applyImport, { id, expectedVersion: checked.version });
  const location = () =>
    db.selectFrom('locations').select(['postcode', 'nearesttown']).where('title', '=', 'The new quay').execute();
  await expect.poll(location).toEqual([{ postcode: 'H91 EE2T', nearesttown: 'Gort' }]);
});

test('draws static maps of the region, and none elsewhere', async () => {
  const html = await getText('/find-a-location/dunguaire-castle');
  const [path = ''] = /\/[^"\s]+\/53\.1422,-8\.9261\.svg/.exec(html) ?? [];
  const svg = await getText(path);
  expect(svg).toContain('<title>Gort</title>');
  const elsewhere = path.replace(/[^/]+$/, '55.9533,-3.1883.svg');
  expect((await fetch(url + elsewhere)).status).toBe(404);
});

test('has no word of the default region on public pages, and in answers of the API', async () => {
  const sitemap = await getText('/sitemap.xml');
  const urls = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => new URL(loc!).pathname);
  const { groups } = JSON.parse(await getText('/api/menu')) as { groups: { links: { href: string }[] }[] };
  const links = groups.flatMap((group) => group.links.map(({ href }) => href));
  expect(links).toContain('/map-of-ireland');
  const answers = [
    'site',
    'menu',
    'footer',
    'locations',
    'locations/featured',
    'locations/counts',
    'openapi.json',
    'docs',
  ];
  const pages = SYSTEM_PAGES.map((name) => `pages/${name}`);
  const own = urls.filter((path) => !path.startsWith('/find-a-location/')).concat('/find-a-location/slane-castle');
  const paths = [...own, ...links, '/robots.txt', ...[...answers, ...pages].map((name) => `/api/${name}`)];
  for (const path of new Set(paths)) {
    const text = await getText(path);
    const found = SCOTTISH.exec(text);
    expect.soft(found && text.slice(found.index - 40, found.index + 40), path).toBeNull();
  }
  expect(await getText('/')).toContain('Film locations in Ireland');
  expect(await getText('/about')).toContain('places in Ireland where films');
});

test('names county and Eircode as the region does, to visitors, owners and the Locations Team', async () => {
  const [owner, team] = [await addSignedInPerson(site, 'OWNER'), await addSignedInPerson(site, 'ADMIN')];
  const page = async (path: string, cookie = '') =>
    (await (await fetch(url + path, { headers: { accept: 'text/html', cookie } })).text()).replace(
      /<script.*?<\/script>/gs,
      '',
    );
  const { id } = await db.selectFrom('locations').select('id').limit(1).executeTakeFirstOrThrow();
  const { content: csv } = await team.api(exportLocations, {});
  const shown = {
    location: await page('/find-a-location/slane-castle'),
    filters: await page('/find-a-location'),
    wizard: await page('/register-location', owner.cookie),
    list: await page('/admin/locations', team.cookie),
    record: await page(`/admin/locations/${id}`, team.cookie),
    headings: (await csv.text()).split('\n')[0]!,
  };
  const findIn = (words: RegExp) =>
    Object.entries(shown).flatMap(([name, text]) => [...text.matchAll(words)].map(([found]) => `${name}: ${found}`));
  expect(new Set(findIn(/County(?=<)|Eircode|County(?=,)/g))).toEqual(
    new Set([
      'location: County',
      'filters: County',
      'wizard: Eircode',
      'list: County',
      'record: Eircode',
      'record: County',
      'headings: County',
      'headings: Eircode',
    ]),
  );
  expect(findIn(/.{0,30}(?:(?<!<option>)Local authority|Postcode|>Authority).{0,30}/g)).toEqual([]);
});

test('shows the region on the map, and its rules in forms', async () => {
  const page = await browser.newPage();
  const tiles: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/basemap/')) tiles.push(response.status());
  });
  await visit(page, `${url}/find-a-location?view=map`);
  await page.getByText('Map data: Natural Earth, GeoNames', { exact: true }).waitFor();
  await expect.poll(() => tiles.length).toBeGreaterThan(2);
  expect(tiles.every((status) => status === 200 || status === 204)).toBe(true);

  await page.getByRole('button', { name: 'Place', exact: true }).click();
  await page.getByLabel('Town, island, area or Eircode').waitFor();

  await visit(page, `${url}/contact-us`);
  await page.getByLabel('Telephone').fill('12');
  await page.getByRole('button', { name: /^Send/ }).click();
  await page.getByText('Enter a telephone number of 7 to 30 digits, such as 01 234 5678.', { exact: true }).waitFor();
});

test('has a demo with photographs of its own places, and removes it', async () => {
  const listPublished = () => demo.kysely.selectFrom('published_locations').select('pictured');
  const published = await listPublished().execute();
  expect(published).toHaveLength(58);
  expect(published.filter(({ pictured }) => pictured)).toHaveLength(10);
  await promisify(execFile)(RECCE, ['demo', 'remove'], { env: { ...process.env, ...ENV, DATABASE_URL: demo.url } });
  expect(await listPublished().execute()).toEqual([]);
});
