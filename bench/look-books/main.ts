import { type ChildProcess, fork } from 'node:child_process';
import { on } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import type { LookBook, LookBookPhotograph } from '../../src/features/boards/look-book/document/look-book.ts';
import type { LookBookTask } from '../../src/features/boards/look-book/document/make-look-book.process.ts';
import { COVER, getResolution } from '../../src/features/boards/look-book/document/resolution.ts';
import { LIMITS, PROCESS_ENV } from '../../src/features/boards/look-book/jobs.server.ts';
import { DEFAULT_COLOUR, type LookBookFormat, getMaxPhotographs } from '../../src/features/boards/look-book/schema.ts';
import { DEFAULT_REGION } from '../../src/platform/settings/config.ts';
import { selectRegion } from '../../src/features/geography/region/queries.server.ts';
import { renderStaticMap } from '../../src/features/geography/basemap/static-map/static-map.server.ts';
import { withPeakMemory } from '../memory.ts';

/**
 * Measures time, memory and size of look-books, each made in a process of its own as by the worker, from renditions of the photographs of
 * the demo. The photographs are turned in colour, so that no two are the same file. Exits with 1 if a goal is missed.
 */
interface Case {
  readonly locations: number;
  readonly photographs: number;
  readonly goal: { readonly seconds: number; readonly megabytes: number };
}
const CASES: readonly Case[] = [
  { locations: 30, photographs: 120, goal: { seconds: 20, megabytes: 400 } },
  // A board at its limit, and the limits of the worker.
  { locations: 1_000, photographs: 1_000, goal: { seconds: LIMITS.timeoutMs / 1000, megabytes: LIMITS.maxMemoryMb } },
];
const FORMATS: readonly LookBookFormat[] = ['PDF', 'PPTX_16_9', 'ZIP'];
const ENTRY = new URL('../../src/features/boards/look-book/document/make-look-book.process.ts', import.meta.url);
const ORIGINALS = new URL('../../demo/photographs/', import.meta.url);
const DESCRIPTION =
  'A mill of three floors beside the weir, with a yard for six vehicles and a view over the water. '.repeat(6);

selectRegion(DEFAULT_REGION);
const originals = (await readdir(ORIGINALS)).filter((name) => name.endsWith('.jpg'));
console.log('| locations | photographs | format | s | MB of memory | MB of the file |\n|---|---|---|---|---|---|');
for (const { locations, photographs, goal } of CASES) {
  const folder = await mkdtemp(path.join(tmpdir(), 'recce-bench-'));
  try {
    const book = await fillFolder(folder, locations, photographs);
    for (const format of FORMATS) {
      const { seconds, megabytes, size } = await makeLookBook({
        book: { ...book, format },
        folder,
        target: `${folder}/look-book`,
      });
      console.log(
        `| ${[locations, photographs, format, seconds.toFixed(1), megabytes, (size / 1e6).toFixed(1)].join(' | ')} |`,
      );
      if (seconds <= goal.seconds && megabytes <= goal.megabytes) continue;
      console.log(`missed: ${goal.seconds} s, ${goal.megabytes} MB`);
      process.exitCode = 1;
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes renditions and maps into a folder as the worker does. */
async function fillFolder(folder: string, locations: number, photographs: number): Promise<LookBook> {
  const { rendition } = getResolution(photographs, 4);
  const pictures = Array.from({ length: photographs }, (_, n): LookBookPhotograph => {
    const alt = `View ${n + 1}`;
    return {
      file: `${n}.webp`,
      ratio: n % 5 === 3 ? 2 / 3 : 3 / 2,
      alt,
      caption: alt,
      credit: 'Isla Grant, CC BY 4.0',
      tally: '',
      focal: { x: 0.4, y: 0.6 },
    };
  });
  for (const [n, { file, ratio }] of pictures.entries()) {
    const width = n === 0 ? COVER.rendition : rendition;
    const original = new URL(originals[n % originals.length]!, ORIGINALS);
    // oxlint-disable-next-line no-await-in-loop -- one photograph is in memory at a time
    await sharp(original.pathname)
      .modulate({ hue: n % 360 })
      .resize({ width, height: Math.round(width / ratio) })
      .webp({ quality: 80 })
      .toFile(`${folder}/${file}`);
  }
  const maps = Array.from({ length: locations }, (_, n) => ({
    file: `map-${n}.svg`,
    alt: 'Map of the area around Killin',
    credit: 'Map data: Natural Earth',
  }));
  for (const [n, { file }] of maps.entries()) {
    const position = { latitude: 55.4 + (n % 40) / 20, longitude: -5.5 + Math.floor(n / 40) / 8 };
    // oxlint-disable-next-line no-await-in-loop -- drawn one after the other anyway
    await writeFile(`${folder}/${file}`, renderStaticMap(position));
  }
  const each = Math.min(getMaxPhotographs(locations), photographs / locations);
  return {
    title: 'Episode 4',
    subtitle: 'For Northlight Films',
    siteName: 'Recce',
    language: 'en-GB',
    summary: `${locations} locations`,
    cost: '',
    day: '29 November 2026',
    preparedBy: ['Isla Grant', 'isla@northlight.example'],
    colour: DEFAULT_COLOUR,
    format: 'PDF',
    photographsPerPage: 4,
    cover: pictures[0] ?? null,
    hasContents: false,
    logo: null,
    boardLabels: [],
    sections: [
      {
        number: null,
        title: null,
        status: `${locations} locations`,
        note: '',
        cost: '',
        firstCount: 9,
        locations: Array.from({ length: locations }, (_, n) => ({
          title: `Weir mill ${n + 1}`,
          place: 'Killin, Stirling',
          url: `https://recce.example/find-a-location/weir-mill-${n + 1}`,
          description: DESCRIPTION,
          note: 'The yard floods in spring.',
          facts: ['Category', 'Setting', 'Century', 'Condition'].map((label) => ({
            label,
            value: 'Mill or factory, River',
          })),
          map: maps[n] ?? null,
          photographs: pictures.slice(n * each, (n + 1) * each),
          permissions: '',
          attributions: [],
          isLockedIn: false,
          isRefused: false,
          board: [],
          answers: [],
          furtherAnswers: '',
        })),
      },
    ],
  };
}

async function makeLookBook(
  task: LookBookTask & { readonly target: string },
): Promise<{ seconds: number; megabytes: number; size: number }> {
  const started = performance.now();
  const child = fork(ENTRY, {
    env: PROCESS_ENV,
    execArgv: [`--max-old-space-size=${LIMITS.maxHeapMb}`],
    serialization: 'advanced',
  });
  child.send(Buffer.from(JSON.stringify(task)));
  const [, megabytes] = await withPeakMemory(child, waitForResult(child));
  const seconds = (performance.now() - started) / 1000;
  child.kill();
  return { seconds, megabytes, size: (await stat(task.target)).size };
}

/** Resolves when the document is written. Messages before are its progress. */
async function waitForResult(child: ChildProcess): Promise<void> {
  const failed = new AbortController();
  child.on('exit', (code) => failed.abort(new Error(`The process ended with code ${code}.`)));
  for await (const [message] of on(child, 'message', { signal: failed.signal })) if ('result' in message) return;
}
