import { createHash } from 'node:crypto';
import { ApiError } from '../../../platform/http/contract.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import { listImageUses } from '../../locations/editing/images/queries.server.ts';
import { MAX_IMAGES } from '../../locations/editing/images/schema.ts';
import { CHOOSE_PICTURE } from '../../media/messages.ts';
import { IS_A_LINK, LOCATION_HAS_IT, NOT_A_FILE, fewFit, sameAs } from './messages.ts';
import type { Progress } from './progress.ts';
import type { MatchedPhotograph, PhotographFinding, PhotographSource, SourceEntry } from './schema.ts';

interface CheckedPhotographs {
  /** What can be imported, unless the decoder rejects it. */
  readonly accepted: readonly MatchedPhotograph[];
  readonly leftOut: readonly PhotographFinding[];
  readonly warnings: readonly PhotographFinding[];
}

/** Files that are read at the same time. */
const MAX_CONCURRENT_FILES = 4;

/**
 * Checks photographs by size, first bytes and content, without decoding them: those of another format, and those that a location has
 * already or that are in it twice are left out. Which ones are beyond its limit is known once they are decoded, since some look like
 * others. Nothing is written.
 */
export async function checkPhotographs(
  db: Db,
  source: PhotographSource,
  photographs: readonly MatchedPhotograph[],
  progress: Progress,
): Promise<CheckedPhotographs> {
  const hashes = await hashFiles(source, new Set(photographs.map(({ file }) => file)), progress);
  const accepted: MatchedPhotograph[] = [];
  const leftOut: PhotographFinding[] = [];
  const warnings: PhotographFinding[] = [];
  const byLocation = Map.groupBy(photographs, ({ row }) => row.id);
  const allUses = await listImageUses(db, [...byLocation.keys()]);
  for (const [id, ofLocation] of byLocation) {
    const uses = allUses.get(id)!;
    const known = new Map(uses.pictures.map(({ sha256 }) => [sha256, LOCATION_HAS_IT]));
    const room = Math.max(0, MAX_IMAGES - uses.count);
    const acceptedBefore = accepted.length;
    for (const photograph of ofLocation) {
      const { sha256, problem } = hashes.get(photograph.file)!;
      const message = problem ?? known.get(sha256);
      if (message !== undefined) {
        leftOut.push({ line: photograph.row.line, name: photograph.file.path, message });
        continue;
      }
      known.set(sha256, sameAs(photograph.file.path));
      accepted.push(photograph);
    }
    const { row } = ofLocation[0]!;
    if (accepted.length - acceptedBefore > room)
      warnings.push({ line: row.line, name: row.title, message: fewFit(room, MAX_IMAGES) });
  }
  return { accepted, leftOut, warnings };
}

interface CheckedFile {
  readonly sha256: string;
  readonly problem?: string;
}

async function hashFiles(
  source: PhotographSource,
  files: ReadonlySet<SourceEntry>,
  progress: Progress,
): Promise<ReadonlyMap<SourceEntry, CheckedFile>> {
  const hashes = new Map<SourceEntry, CheckedFile>();
  const queue = files.values();
  const hashNext = async () => {
    for (const file of queue) {
      hashes.set(file, await hashFile(source, file));
      progress.report('checked', hashes.size, files.size);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_FILES }, hashNext));
  return hashes;
}

async function hashFile(source: PhotographSource, { path, kind }: SourceEntry): Promise<CheckedFile> {
  if (kind !== 'file') return { sha256: '', problem: kind === 'link' ? IS_A_LINK : NOT_A_FILE };
  try {
    const content = await source.read(path);
    if (!SIGNATURE.test(content.toString('latin1', 0, SIGNATURE_BYTES))) return { sha256: '', problem: CHOOSE_PICTURE };
    return { sha256: createHash('sha256').update(content).digest('hex') };
  } catch (error) {
    if (error instanceof ApiError) return { sha256: '', problem: error.message };
    throw error;
  }
}

/** The first bytes of JPEG, PNG and WebP. The decoder decides what is a picture. */
const SIGNATURE = /^(?:\xff\xd8\xff|\x89PNG|RIFF[^]{4}WEBP)/;
const SIGNATURE_BYTES = 12;
