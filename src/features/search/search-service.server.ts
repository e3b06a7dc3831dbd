import type { Kysely } from 'kysely';
import type { Database } from '../../platform/db/tables.ts';
import {
  catalogueGeneration,
  changesSince,
  inSnapshot,
  searchDocuments,
  searchDocumentsByIds,
} from '../locations/queries.server.ts';
import type { CardCache } from './card-cache.server.ts';
import { MemoryIndex } from './engine/memory-index.ts';
import type { SearchEngine } from './search-engine.ts';
import { SqlEngine } from './sql/sql-engine.server.ts';

/** Builds the index from one consistent view of the published catalogue. Nothing of it can be seen before it is whole. */
function buildIndex(db: Kysely<Database>, onError?: (error: unknown) => void): Promise<MemoryIndex> {
  return inSnapshot(db, async (snapshot) => {
    const generation = await catalogueGeneration(snapshot);
    return MemoryIndex.build(flatten(searchDocuments(snapshot)), generation, { onError });
  });
}

/**
 * Brings an index from the generation that it has to the newest one of the database. Does nothing and gives false where the
 * changes between them are no longer known.
 */
async function catchUp(db: Kysely<Database>, index: MemoryIndex, cards: CardCache): Promise<boolean> {
  const changes = await inSnapshot(db, async (snapshot) => {
    const { generation, ids } = await changesSince(snapshot, index.generation);
    return ids && { generation, ids, upserts: await searchDocumentsByIds(snapshot, ids) };
  });
  if (!changes) return false;
  if (changes.generation <= index.generation) return true;
  const published = new Set(changes.upserts.map((document) => document.id));
  const removals = changes.ids.filter((id) => !published.has(id));
  // Before they are found anew, so that no card is older than what it is shown for.
  cards.invalidate(changes.ids);
  await index.apply({ upserts: changes.upserts, removals }, changes.generation);
  return true;
}

async function* flatten<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<T, void, void> {
  for await (const batch of batches) yield* batch;
}

/** The engine of this node and how it keeps up. */
export interface SearchService {
  /** Another one after the node had to build its index anew: not to be held on to. */
  readonly engine: SearchEngine;
  /** Brings the engine to the newest generation. */
  catchUp(): Promise<void>;
  /** Generation that searches are answered from. */
  generation(): number;
}

/**
 * Opens the index in memory, built before this resolves, or the SQL engine, which reads the database itself.
 * @param onError told what goes wrong in the background; searches are answered all the same
 */
export async function openSearchService(
  kind: 'memory' | 'postgres',
  db: Kysely<Database>,
  cards: CardCache,
  onError?: (error: unknown) => void,
): Promise<SearchService> {
  if (kind === 'postgres') return openSqlSearchService(db, cards);
  let index = await buildIndex(db, onError);
  let building: Promise<MemoryIndex> | undefined;
  return {
    get engine() {
      return index;
    },
    catchUp: async () => {
      if (await catchUp(db, index, cards)) return;
      building ??= buildIndex(db, onError).finally(() => (building = undefined));
      index = await building;
      cards.invalidate();
    },
    generation: () => index.generation,
  };
}

/** The SQL engine needs no catching up itself; only what is kept of its answers does. */
async function openSqlSearchService(db: Kysely<Database>, cards: CardCache): Promise<SearchService> {
  let generation = await catalogueGeneration(db);
  const catchUp = async () => {
    const changes = await inSnapshot(db, (snapshot) => changesSince(snapshot, generation));
    cards.invalidate(changes.ids);
    generation = changes.generation;
  };
  return { engine: new SqlEngine(db), catchUp, generation: () => generation };
}
