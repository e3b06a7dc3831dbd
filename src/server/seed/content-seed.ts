import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { addPicture } from '../../features/media/commands.server.ts';
import { saveNavigation, savePage } from '../../features/content/commands.server.ts';
import { getRegionPath } from '../../features/geography/region/queries.server.ts';
import { footerContent, menuContent, pageContent } from '../../features/content/schema.ts';
import { lockForLongWork } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/transaction.ts';
import type { JobSender } from '../../platform/jobs/job-queue.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { nullIfFileMissing } from '../../platform/files/null-if-file-missing.ts';
import { storePhotographs } from './demo-files.ts';

const COMMON_CONTENT = fileURLToPath(new URL('../../../database/content', import.meta.url));

/** The folders of content: that of the region, and that of all regions. */
const getFolders = () => [getRegionPath('content'), COMMON_CONTENT] as const;

interface Parts {
  readonly db: Db;
  readonly storage: Storage;
  readonly jobs: JobSender;
}

/**
 * Fills a database without pages with the content of database/content and of the region, in one transaction. A file of the region
 * replaces the other of the same name. If several nodes start together, one does
 * it and the others wait.
 */
export async function seedContent({ db, storage, jobs }: Parts): Promise<void> {
  if (await hasPages(db)) return;
  const files = await listPages();
  const sources = await Promise.all(files.map((file) => readText(`pages/${file}`)));
  const menu = menuContent.parse(JSON.parse(await readText('menu.json')));
  const footer = footerContent.parse(JSON.parse(await readText('footer.json')));
  const images = new Set<string>();
  for (const source of sources) parsePage(source, (file) => images.add(file));
  // Stored before the transaction, to keep it short. If it fails, the files are deleted later as orphans.
  const pictures = await storePhotographs(db, storage, images);
  const pages = sources.map((source, index) => {
    const page = toPage(
      path.basename(files[index]!, '.json'),
      parsePage(source, (file) => pictures.get(file)),
    );
    return pageContent.omit({ updatedAt: true }).parse(page);
  });

  await db.transaction().execute(async (trx) => {
    await lockForLongWork(trx, 'content seed');
    if (await hasPages(trx)) return;
    const change = { origin: 'INSTALLATION', authorId: null, at: new Date() } as const;
    for (const page of pages) await savePage(trx, page, change);
    await saveNavigation(trx, 'menu', menu, change);
    await saveNavigation(trx, 'footer', footer, change);
    for (const picture of pictures.values()) await addPicture(trx, jobs, picture, { primary: true });
  });
}

async function hasPages(db: Db): Promise<boolean> {
  return (await db.selectFrom('pages').select('name').limit(1).executeTakeFirst()) !== undefined;
}

/** Parses a page. `replaceImage` replaces the file names under the key `image`, at any depth. */
function parsePage(source: string, replaceImage: (file: string) => unknown): Record<string, unknown> {
  return JSON.parse(source, (key, value: unknown) =>
    key === 'image' && typeof value === 'string' ? replaceImage(value) : value,
  ) as Record<string, unknown>;
}

/** Adds the defaults of fields that the file leaves out. */
function toPage(name: string, fields: Record<string, unknown>): unknown {
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

async function listPages(): Promise<string[]> {
  const lists = await Promise.all(getFolders().map((folder) => readdir(path.join(folder, 'pages'))));
  return [...new Set(lists.flat())].filter((file) => file.endsWith('.json'));
}

/** Reads a file of the region, or else that of all regions. */
async function readText(file: string): Promise<string> {
  const [own, common] = getFolders().map((folder) => path.join(folder, file));
  return (await readFile(own!, 'utf8').catch(nullIfFileMissing)) ?? readFile(common!, 'utf8');
}
