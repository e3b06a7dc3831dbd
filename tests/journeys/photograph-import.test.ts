import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openBrowser, visit } from '../support/browser.ts';
import { runCommand } from '../support/command-line.ts';
import { ingestPictures } from '../support/image-worker.ts';
import { mosaic } from '../support/photograph.ts';
import { addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';

const env = { STORAGE_URL: '' };
const site = await startSite({ env });
await ingestPictures(site, env);
const browser = await openBrowser();
const folder = await mkdtemp(path.join(tmpdir(), 'recce-test-photographs-'));
afterAll(() => rm(folder, { recursive: true }));

const recce = (...args: string[]) =>
  runCommand(args, { env: { ...process.env, ...env, DATABASE_URL: site.databaseUrl, DATA_DIR: site.dataDir } });

test('an agency moves in with its photographs: visitors and the team see them, until the import is undone', async () => {
  const table = path.join(folder, 'places.csv');
  await writeFile(
    table,
    'locationidentifier,title,exporttowebsite,photographs,photograph_captions,photograph_credits\n' +
      '900001,Zzz quarry,yes,Zzz/face.jpg|Zzz/crane.jpg,The face|The crane,Una Muir\n',
  );
  await mkdir(path.join(folder, 'photos', 'Zzz'), { recursive: true });
  for (const [seed, name] of ['face', 'crane'].entries())
    await writeFile(path.join(folder, 'photos', 'Zzz', `${name}.jpg`), await mosaic(seed));
  const photographs = `--photographs=${path.join(folder, 'photos')}`;

  const dry = await recce('import', table, photographs);
  expect(dry.stdout).toContain('line 2, Zzz quarry: Zzz/face.jpg, Zzz/crane.jpg');
  const applied = await recce('import', table, photographs, '--apply');
  expect(applied).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('2 photographs imported.') });

  const page = await browser.newPage();
  const open = () => visit(page, `${site.url}/find-a-location/zzz-quarry`);
  await open();
  const face = page.getByRole('img', { name: 'The face' }).first();
  await face.waitFor();
  await expect
    .poll(async () => {
      await open();
      return face.evaluate((picture: HTMLImageElement) => picture.complete && picture.naturalWidth);
    })
    .toBeGreaterThan(300);
  await page.getByText('Una Muir').first().waitFor();

  const team = await addSignedInPerson(site, 'ADMIN');
  const office = await browser.newPage();
  await team.enter(office.context());
  const { id } = await site.db
    .selectFrom('locations')
    .select('id')
    .where('title', '=', 'Zzz quarry')
    .executeTakeFirstOrThrow();
  await visit(office, `${site.url}/admin/locations/${id}?tab=images`);
  await office.getByRole('article', { name: 'face.jpg', exact: true }).waitFor();
  expect(await office.locator('.images .image__name').allTextContents()).toEqual(['face.jpg', 'crane.jpg']);

  const [undo = ''] = /--undo=\d+/.exec(applied.stdout) ?? [];
  expect((await recce('import', undo, '--apply')).stdout).toContain('2 photographs of 1 location deleted.');
  await expect
    .poll(async () => {
      await open();
      return page.getByRole('img', { name: 'The face' }).count();
    })
    .toBe(0);
});
