import { readFile, readdir } from 'node:fs/promises';
import { type Original, addPicture, importOriginal } from '../../features/media/commands.server.ts';
import type { Picture } from '../../features/media/schema.ts';
import { saveNavigation, savePage } from '../../features/content/commands.server.ts';
import { footerContent, menuContent, pageContent } from '../../features/content/schema.ts';
import { lockForLongWork } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/transaction.ts';
import type { JobSender } from '../../platform/jobs.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { listPhotographs, readPhotograph } from './demo-photographs.ts';

const CONTENT_FOLDER = new URL('../../../database/content/', import.meta.url);

interface Parts {
  readonly db: Db;
  readonly storage: Storage;
  readonly jobs: JobSender;
}

/**
 * Fills a database without pages with the content of database/content, in one transaction. If several nodes start together, one does
 * it and the others wait.
 */
export async function seedContent({ db, storage, jobs }: Parts): Promise<void> {
  if (await hasPages(db)) return;
  const photographs = await listPhotographs();
  const files = (await readdir(new URL('pages/', CONTENT_FOLDER))).filter((file) => file.endsWith('.json'));
  const menu = menuContent.parse(await readJson(new URL('menu.json', CONTENT_FOLDER)));
  const footer = footerContent.parse(await readJson(new URL('footer.json', CONTENT_FOLDER)));
  const originals = new Map<string, Original>();
  // Stored before the transaction, to keep it short. If it fails, the unreferenced files do no harm.
  const storePicture = async (file: string): Promise<Picture> => {
    const photograph = photographs.get(file);
    if (!photograph) throw new Error(`database/content refers to ${file}, which is not in demo/photographs`);
    const original = originals.get(file) ?? (await importOriginal(storage, await readPhotograph(file)));
    originals.set(file, original);
    const { sha256, width, height, placeholder } = original;
    const { alt, caption, credit, licence, focal } = photograph;
    return { sha256, width, height, placeholder, alt, caption, credit, licence, focal };
  };
  const pages: unknown[] = [];
  for (const file of files) {
    pages.push(
      toPage(
        file.slice(0, -5),
        await replacePictures(await readJson(new URL(`pages/${file}`, CONTENT_FOLDER)), storePicture),
      ),
    );
  }

  await db.transaction().execute(async (trx) => {
    await lockForLongWork(trx, 'content seed');
    if (await hasPages(trx)) return;
    for (const page of pages) await savePage(trx, pageContent.omit({ updatedAt: true }).parse(page));
    await saveNavigation(trx, 'menu', menu);
    await saveNavigation(trx, 'footer', footer);
    for (const original of originals.values()) await addPicture(trx, jobs, original, true);
  });
}

async function hasPages(db: Db): Promise<boolean> {
  return (await db.selectFrom('pages').select('name').limit(1).executeTakeFirst()) !== undefined;
}

/** Replaces file names under the key `image`, at any depth, with pictures. */
async function replacePictures(value: unknown, findPicture: (file: string) => Promise<Picture>): Promise<unknown> {
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(await replacePictures(item, findPicture));
    return items;
  }
  if (!value || typeof value !== 'object') return value;
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    result[key] =
      key === 'image' && typeof item === 'string' ? await findPicture(item) : await replacePictures(item, findPicture);
  }
  return result;
}

/** Adds the defaults of fields that the file leaves out. */
function toPage(name: string, source: unknown): unknown {
  const fields = source as Record<string, unknown>;
  const content = fields['content'];
  const completeCards = (cards: unknown) =>
    ((cards ?? []) as object[]).map((card) => ({ text: null, link: null, image: null, category: null, ...card }));
  const carousel = fields['carousel'] as { slides: unknown } | undefined;
  const banner = fields['banner'] as object | undefined;
  return {
    name,
    description: null,
    contact: null,
    enquire: null,
    footerEnquire: null,
    externalUrl: null,
    externalContentWidth: '100%',
    externalContentHeight: '450px',
    ...fields,
    content: Array.isArray(content) ? content.join('\n') : (content ?? null),
    banner: banner ? { image: null, caption: null, searchLabel: null, hasEffect: false, ...banner } : null,
    cards: completeCards(fields['cards']),
    panelCards: completeCards(fields['panelCards']),
    carousel: carousel ? { ...carousel, slides: completeCards(carousel.slides) } : null,
  };
}

async function readJson(file: URL): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8')) as unknown;
}
