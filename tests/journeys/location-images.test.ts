import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { beginUpload, changeImage, locationImages } from '../../src/features/locations/editing/images/contract.ts';
import { CHUNK_BYTES } from '../../src/features/media/schema.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { focused } from '../support/forms.ts';
import { renderLate } from '../support/late-rendering.ts';
import { registerLocation } from '../support/submissions.ts';
import { type SignedIn, addSignedInPerson } from '../support/people.ts';
import { gradient, photograph } from '../support/photograph.ts';
import { ingestPictures } from '../support/image-worker.ts';
import { startSite } from '../support/site.ts';
import { sendFile, sendChunk, waitForUploads } from '../support/uploads.ts';

const env = { STORAGE_URL: '' };
const site = await startSite({ env });
await ingestPictures(site, env);
const browser = await openBrowser();

const IN_TIME = { timeout: 120_000 };
/** Several chunks long. */
const large = await gradient(1200, 900).png({ compressionLevel: 0 }).toBuffer();
const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });
const png = (name: string) => ({ name, mimeType: 'image/png', buffer: large });

interface Place {
  readonly owner: SignedIn;
  readonly id: string;
  readonly page: Page;
}

/** Opens the images step of an owner's location that has images with these names. @param renderedLateBy milliseconds */
async function openImages(names: readonly string[] = [], renderedLateBy?: number): Promise<Place> {
  const owner = await addSignedInPerson(site, 'OWNER');
  const { id } = await registerLocation(owner.api);
  for (const [index, name] of names.entries()) {
    await sendFile(owner, id, await photograph(900 + index, 600), name);
    await waitForUploads(owner, id);
  }
  const page = await browser.newPage({ fresh: renderedLateBy !== undefined });
  if (renderedLateBy) await renderLate(page, renderedLateBy);
  await owner.enter(page.context());
  await visit(page, `${site.url}/locations/${id}?step=5`);
  await page.getByRole('button', { name: 'Choose files' }).waitFor();
  if (names.length > 0) await dragHandle(page, names[0]!).waitFor();
  return { owner, id, page };
}

const tile = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const dragHandle = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });
const choose = (page: Page, files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  page.locator('input[type="file"][multiple]').setInputFiles(files);
const nameFocused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
/** Returns the middle of an element in the window. */
async function middle(element: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = (await element.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
const namesOn = (page: Page) => page.locator('.images .image__name').allTextContents();
const fetchImages = async ({ owner, id }: Place) => owner.api(locationImages, { id });
const fetchNames = async (place: Place) => (await fetchImages(place)).images.map(({ name }) => name);
const CHUNK_URL = '**/api/locations/*/uploads/*?offset=*';

async function chooseAction(page: Page, name: string, what: string): Promise<void> {
  await page.getByRole('button', { name: `Change ${name}`, exact: true }).click();
  await page.getByRole('button', { name: what, exact: true }).click();
}

describe('upload of photographs', () => {
  test('accepts several at once, the first one becoming the primary image', async () => {
    const place = await openImages();
    const { page } = place;
    await choose(page, [jpeg('shore.jpg', await photograph(1000, 700)), jpeg('yard.jpg', await photograph(1000, 701))]);
    await tile(page, 'shore.jpg').waitFor();
    await tile(page, 'yard.jpg').waitFor();
    await page.getByText('2 images have no alternative text yet.').waitFor(IN_TIME);
    await expect.poll(() => tile(page, 'yard.jpg').getByRole('slider').count(), IN_TIME).toBe(1);
    const { images, uploads } = await fetchImages(place);
    expect(images.map(({ name }) => name).toSorted()).toEqual(['shore.jpg', 'yard.jpg']);
    expect(images.filter(({ primary }) => primary)).toHaveLength(1);
    expect(uploads).toEqual([]);
    await expect.poll(() => page.getByText('Primary image', { exact: true }).count()).toBe(1);
  });

  test('accepts files dropped anywhere on the page', async () => {
    const place = await openImages();
    const { page } = place;
    const bytes = (await photograph(1000, 700)).toString('base64');
    await page.evaluate((base64) => {
      const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], 'dropped.jpg', { type: 'image/jpeg' }));
      const target = document.querySelector('.footer')!;
      target.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }));
      target.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, bytes);
    await tile(page, 'dropped.jpg').getByRole('slider').waitFor(IN_TIME);
    expect(await fetchNames(place)).toEqual(['dropped.jpg']);
  });

  test('resumes after a lost connection', async () => {
    const place = await openImages();
    const { page } = place;
    const offsets: number[] = [];
    let isCut = false;
    await page.route(CHUNK_URL, async (route) => {
      const offset = Number(new URL(route.request().url()).searchParams.get('offset'));
      offsets.push(offset);
      if (offset === CHUNK_BYTES && !isCut) {
        isCut = true;
        await route.abort('connectionreset');
      } else await route.continue();
    });
    await choose(page, png('panorama.png'));
    await tile(page, 'panorama.png').getByText('The upload will resume automatically').waitFor();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await tile(page, 'panorama.png').getByRole('slider').waitFor(IN_TIME);
    expect(offsets.slice(0, 3)).toEqual([0, CHUNK_BYTES, CHUNK_BYTES]);
    expect(new Set(offsets).size).toBe(Math.ceil(large.length / CHUNK_BYTES));
    const [image] = (await fetchImages(place)).images;
    expect(image).toMatchObject({ name: 'panorama.png', width: 1200, height: 900 });
  });

  test('resumes when the page is reopened and the same file is chosen again', async () => {
    const place = await openImages();
    const { owner, id, page } = place;
    const { id: uploadId } = await owner.api(beginUpload, { id, name: 'panorama.png', bytes: large.length });
    await sendChunk(owner, { id, uploadId, offset: 0 }, Uint8Array.from(large.subarray(0, CHUNK_BYTES)));
    await page.reload();
    await tile(page, 'panorama.png').getByText('Choose the same file again to continue.').waitFor();
    const firstChunk = page.waitForRequest((request) => request.url().includes('?offset='));
    await choose(page, png('panorama.png'));
    expect((await firstChunk).url()).toContain(`${uploadId}?offset=${CHUNK_BYTES}`);
    await tile(page, 'panorama.png').getByRole('slider').waitFor(IN_TIME);
    expect(await fetchNames(place)).toEqual(['panorama.png']);
  });

  test('continues while another step is open', async () => {
    const place = await openImages();
    const { page } = place;
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(CHUNK_URL, async (route) => {
      await released;
      await route.continue();
    });
    await choose(page, [
      png('panorama.png'),
      jpeg('cellar.jpg', await photograph(900, 600)),
      jpeg('attic.jpg', await photograph(901, 600)),
    ]);
    await tile(page, 'panorama.png').getByText('Uploading').waitFor();
    // Two are sent at a time: the server does not know the third.
    await page.getByText('3 pictures are being uploaded.').waitFor();
    await page.getByRole('button', { name: 'NEXT STEP' }).press('Enter');
    const warning = page.getByRole('alert').filter({ hasText: 'still being uploaded' });
    await warning.and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'PREVIOUS STEP' }).click();
    await page.getByRole('heading', { name: 'Location contacts', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Location images Being uploaded' }).waitFor();
    release();
    await expect.poll(() => fetchNames(place), IN_TIME).toEqual(['panorama.png', 'cellar.jpg', 'attic.jpg']);
    await page.getByRole('button', { name: 'NEXT STEP' }).click();
    await tile(page, 'panorama.png').getByRole('slider').waitFor(IN_TIME);
  });

  test('shows why an upload was rejected, and lets the user dismiss the message', async () => {
    const place = await openImages();
    const { page } = place;
    await choose(page, [
      jpeg('thumb.jpg', await photograph(320, 200)),
      { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
    ]);
    await tile(page, 'plan.pdf').getByRole('alert').getByText('Please choose a JPEG, PNG or WebP picture.').waitFor();
    await tile(page, 'thumb.jpg').getByRole('alert').getByText('800').waitFor(IN_TIME);
    expect(await page.getByText('being uploaded').count()).toBe(0);
    await page.getByRole('button', { name: 'Remove thumb.jpg' }).press('Enter');
    await expect.poll(() => namesOn(page)).toEqual(['plan.pdf']);
    await expect.poll(() => nameFocused(page)).toBe('Remove plan.pdf');
    await page.keyboard.press('Enter');
    await expect.poll(() => namesOn(page)).toEqual([]);
    await expect.poll(() => focused(page)).toBe('Choose files');
    expect(await fetchImages(place)).toEqual({ images: [], uploads: [] });
  });

  test('can be cancelled', async () => {
    const place = await openImages();
    const { page } = place;
    await page.route(CHUNK_URL, () => {});
    await choose(page, png('panorama.png'));
    await tile(page, 'panorama.png').getByText('Uploading').waitFor();
    await page.getByRole('button', { name: 'Cancel panorama.png' }).click();
    await expect.poll(() => namesOn(page)).toEqual([]);
    await expect.poll(async () => (await fetchImages(place)).uploads).toEqual([]);
  });
});

describe('images of a location', () => {
  const NAMES = ['one.jpg', 'two.jpg', 'three.jpg'];

  test('are sorted by keys, by the menu and by dragging', async () => {
    const place = await openImages(NAMES);
    const { page } = place;
    await dragHandle(page, 'one.jpg').press('ArrowRight');
    await page.getByText('one.jpg moved to position 2 of 3.').waitFor();
    await expect.poll(() => namesOn(page)).toEqual(['two.jpg', 'one.jpg', 'three.jpg']);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Move one.jpg');
    await dragHandle(page, 'three.jpg').click();
    await page.getByRole('button', { name: 'Move to the start' }).click();
    await page.getByText('three.jpg moved to position 1 of 3.').waitFor();
    const [from, to] = [await middle(dragHandle(page, 'one.jpg')), await middle(dragHandle(page, 'three.jpg'))];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await page.locator('.drop-before', { hasText: 'three.jpg' }).waitFor();
    await page.mouse.up();
    await page.getByText('one.jpg moved to position 1 of 3.').waitFor();
    expect(await fetchNames(place)).toEqual(['one.jpg', 'three.jpg', 'two.jpg']);
  });

  test('have one primary image, which can be changed', async () => {
    const place = await openImages(NAMES.slice(0, 2));
    const { page } = place;
    await chooseAction(page, 'two.jpg', 'Make it the primary image');
    await tile(page, 'two.jpg').getByText('Primary image', { exact: true }).waitFor();
    expect((await fetchImages(place)).images.map(({ primary }) => primary)).toEqual([false, true]);
    await expect.poll(() => page.getByText('Primary image', { exact: true }).count()).toBe(1);
  });

  test('stay in place while later steps are preloaded, so that no press misses its button', async () => {
    const { page } = await openImages(NAMES.slice(0, 1));
    await page.getByText('Primary image', { exact: true }).waitFor();
    const handle = dragHandle(page, NAMES[0]!);
    const before = await handle.boundingBox();
    await handle.focus();
    await page.waitForLoadState('networkidle');
    expect(await handle.boundingBox()).toEqual(before);
  });

  test('are described, with a count of missing texts', async () => {
    const place = await openImages(['one.jpg']);
    const { page } = place;
    await page.getByText('1 image has no alternative text yet.').waitFor();
    await page.getByRole('button', { name: 'Add alternative text to one.jpg' }).click();
    await page.getByRole('textbox', { name: 'Alternative text' }).fill('Panelled room with three windows on the sea.');
    await page.getByRole('textbox', { name: 'Caption' }).fill('Drawing room');
    await page.getByRole('button', { name: 'Save description' }).click();
    await page.getByText('Every image has an alternative text.').waitFor();
    await expect.poll(() => nameFocused(page)).toBe('Change one.jpg');
    expect((await fetchImages(place)).images).toMatchObject([
      { alt: 'Panelled room with three windows on the sea.', caption: 'Drawing room' },
    ]);
  });

  test('show conflicting descriptions before they are replaced', async () => {
    const place = await openImages(['one.jpg']);
    const { owner, id, page } = place;
    await page.getByRole('button', { name: 'Add alternative text to one.jpg' }).click();
    const alt = page.getByRole('textbox', { name: 'Alternative text' });
    await alt.fill('Mine');
    const [image] = (await fetchImages(place)).images;
    await owner.api(changeImage, { id, imageId: image!.id, version: image!.version, alt: 'Theirs', caption: 'Hall' });
    await page.getByRole('button', { name: 'Save description' }).click();
    await page.getByText('Somebody else has saved other texts.').waitFor();
    await expect.poll(() => alt.inputValue()).toBe('Mine');
    await page.getByRole('dialog').getByText('Theirs').waitFor();
    expect((await fetchImages(place)).images).toMatchObject([{ alt: 'Theirs' }]);
    await page.getByRole('button', { name: 'Use this caption' }).click();
    await page.getByRole('button', { name: 'Save description' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect((await fetchImages(place)).images).toMatchObject([{ alt: 'Mine', caption: 'Hall' }]);
  });

  test('get focal points by keys and by pointer', async () => {
    const place = await openImages(['one.jpg']);
    const { page } = place;
    const focal = page.getByRole('slider', { name: 'Focal point of one.jpg' });
    const focalKept = async () => (await fetchImages(place)).images[0]!.focal;
    await focal.press('Shift+ArrowRight');
    await focal.press('ArrowUp');
    await expect.poll(() => focal.getAttribute('aria-valuetext')).toBe('60 % from the left, 48 % from the top');
    await expect.poll(focalKept).toEqual({ x: 0.6, y: 0.48 });
    const frame = (await tile(page, 'one.jpg').locator('.frame').boundingBox())!;
    await focal.hover();
    await page.mouse.down();
    await page.mouse.move(frame.x + frame.width * 0.25, frame.y + frame.height * 0.75, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await focalKept()).x).toBeCloseTo(0.25, 1);
    expect((await focalKept()).y).toBeCloseTo(0.75, 1);
  });

  test('go where they are dropped, and get the focal point at the end of a drag, however late the page renders', async () => {
    const place = await openImages(NAMES.slice(0, 2), 300);
    const { page } = place;
    const [from, to] = [await middle(dragHandle(page, 'two.jpg')), await middle(dragHandle(page, 'one.jpg'))];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => fetchNames(place)).toEqual(['two.jpg', 'one.jpg']);
    await expect.poll(() => namesOn(page)).toEqual(['two.jpg', 'one.jpg']);
    const focal = page.getByRole('slider', { name: 'Focal point of one.jpg' });
    const start = await middle(focal);
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(start.x - 40, start.y, { steps: 3 });
    await page.mouse.up();
    await expect.poll(async () => (await fetchImages(place)).images[1]!.focal.x).toBeLessThan(0.5);
  });

  test('are deleted, one or several, after confirmation', async () => {
    const place = await openImages(NAMES);
    const { page } = place;
    await chooseAction(page, 'one.jpg', 'Delete');
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await fetchNames(place)).toEqual(NAMES);
    await chooseAction(page, 'one.jpg', 'Delete');
    await page.getByRole('alertdialog').getByText('‘one.jpg’').waitFor();
    await page.getByRole('button', { name: 'Delete image' }).click();
    await expect.poll(() => namesOn(page)).toEqual(['two.jpg', 'three.jpg']);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Move two.jpg');
    await tile(page, 'two.jpg').getByText('Primary image', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Select several' }).click();
    await page.getByRole('checkbox', { name: 'Select two.jpg' }).check();
    await page.getByText('1 image selected').waitFor();
    await page.getByRole('button', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Delete selected' }).click();
    await page.getByRole('button', { name: 'Delete images' }).click();
    await expect.poll(() => fetchNames(place)).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Choose files');
  });
});
