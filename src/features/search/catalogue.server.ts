import type { Kysely } from 'kysely';
import type { Database } from '../../platform/db/tables.ts';
import {
  catalogueGeneration,
  changesSince,
  inSnapshot,
  searchDocuments,
  searchDocumentsByIds,
} from '../locations/queries.server.ts';
import type { Cards } from './cards.server.ts';
import { MemoryIndex } from './engine/memory-index.ts';
import type { SearchEngine } from './engine.ts';
import { SqlEngine } from './sql/engine.server.ts';

/** Builds the index from one consistent view of the published catalogue. Nothing of it can be seen before it is whole. */
function buildIndex(db: Kysely<Database>): Promise<MemoryIndex> {
  return inSnapshot(db, async (snapshot) => {
    const generation = await catalogueGeneration(snapshot);
    return MemoryIndex.build(flat(searchDocuments(snapshot)), generation);
  });
}

/** Brings an index from the generation that it has to the newest one of the database. */
async function catchUp(db: Kysely<Database>, index: MemoryIndex, cards: Cards): Promise<void> {
  const changes = await inSnapshot(db, async (snapshot) => {
    const { generation, ids } = await changesSince(snapshot, index.generation);
    return { generation, ids, upserts: await searchDocumentsByIds(snapshot, ids) };
  });
  if (changes.generation <= index.generation) return;
  const published = new Set(changes.upserts.map((document) => document.id));
  const removals = changes.ids.filter((id) => !published.has(id));
  index.apply({ upserts: changes.upserts, removals }, changes.generation);
  cards.forget(changes.ids);
}

async function* flat<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<T, void, void> {
  for await (const batch of batches) yield* batch;
}

/** The engine of this node and how it keeps up. */
export interface Search {
  readonly engine: SearchEngine;
  /** Brings the engine to the newest generation. */
  catchUp(): Promise<void>;
  /** Generation that searches are answered from. */
  generation(): number;
}

/** Opens the index in memory, built before this resolves, or the SQL engine, which reads the database itself. */
export async function openSearch(kind: 'memory' | 'postgres', db: Kysely<Database>, cards: Cards): Promise<Search> {
  if (kind === 'postgres') return openSqlSearch(db, cards);
  const index = await buildIndex(db);
  return { engine: index, catchUp: () => catchUp(db, index, cards), generation: () => index.generation };
}

/** The SQL engine needs no catching up itself; only what is kept of its answers does. */
async function openSqlSearch(db: Kysely<Database>, cards: Cards): Promise<Search> {
  let generation = await catalogueGeneration(db);
  const catchUp = async () => {
    const changes = await inSnapshot(db, (snapshot) => changesSince(snapshot, generation));
    cards.forget(changes.ids);
    generation = changes.generation;
  };
  return { engine: new SqlEngine(db), catchUp, generation: () => generation };
}
