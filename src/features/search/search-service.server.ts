import type { Db } from '../../platform/db/transaction.ts';
import {
  getCatalogueGeneration,
  getChangesSince,
  inSnapshot,
} from '../locations/catalogue/published/queries.server.ts';
import {
  getSearchDocuments,
  readSearchDocuments,
} from '../locations/catalogue/published/search-documents.queries.server.ts';
import type { CardCache } from './card-cache.server.ts';
import { MemoryIndex } from './engine/memory-index.ts';
import type { SearchEngine, SearchPage } from './search-engine.ts';
import { SqlEngine } from './sql/sql-engine.server.ts';
import { createVocabularyLoader } from './vocabulary/queries.server.ts';
import type { Vocabulary } from './vocabulary/vocabulary.ts';

/** Builds the index from a consistent snapshot of the published catalogue. */
function buildIndex(db: Db, onError?: (error: unknown) => void): Promise<MemoryIndex> {
  return inSnapshot(db, async (snapshot) => {
    const generation = await getCatalogueGeneration(snapshot);
    return MemoryIndex.build(flatten(readSearchDocuments(snapshot)), generation, { onError });
  });
}

/** Brings the index to the newest generation. Returns false if the changes since its generation are no longer recorded. */
async function catchUp(db: Db, index: MemoryIndex, cards: CardCache): Promise<boolean> {
  const changes = await inSnapshot(db, async (snapshot) => {
    const { generation, ids } = await getChangesSince(snapshot, index.generation);
    return ids && { generation, ids, upserts: await getSearchDocuments(snapshot, ids) };
  });
  if (!changes) return false;
  if (changes.generation <= index.generation) return true;
  const published = new Set(changes.upserts.map((document) => document.id));
  const removals = changes.ids.filter((id) => !published.has(id));
  // Before the index changes, so that no card is older than the search that found it.
  cards.invalidate(changes.ids);
  await index.apply({ upserts: changes.upserts, removals }, changes.generation);
  return true;
}

async function* flatten<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<T, void, void> {
  for await (const batch of batches) yield* batch;
}

/** The search engine of this node, which follows the changes of the catalogue. */
export interface SearchService {
  /** Replaced when the index is rebuilt, so do not store a reference. */
  readonly engine: SearchEngine;
  /** The newest terms and places. Replaced when they change. */
  readonly vocabulary: Vocabulary;
  /** Brings the engine to the newest generation. */
  catchUp(): Promise<void>;
  /** Understands queries by the newest terms and places. @param version of the vocabulary, at least */
  reloadVocabulary(version: number): Promise<void>;
  /** The version of the vocabulary that queries are understood by. */
  vocabularyVersion(): number;
  /** Searches for words as if another vocabulary were in use. */
  preview(words: string, vocabulary: Vocabulary): Promise<Pick<SearchPage, 'total' | 'understood'>>;
  /** The generation that is searched. */
  generation(): number;
}

/** Builds the index in memory, or opens the SQL engine. @param onError called when background work fails; searches continue */
export async function openSearchService(
  kind: 'memory' | 'postgres',
  db: Db,
  cards: CardCache,
  onError?: (error: unknown) => void,
): Promise<SearchService> {
  if (kind === 'postgres') return openSqlSearchService(db, cards);
  let index = await buildIndex(db, onError);
  const loadVocabulary = createVocabularyLoader(db);
  let vocabulary = await loadVocabulary();
  index.setVocabulary(vocabulary);
  let vocabularyVersion = 0;
  let building: Promise<MemoryIndex> | undefined;
  return {
    get engine() {
      return index;
    },
    get vocabulary() {
      return vocabulary;
    },
    catchUp: async () => {
      if (await catchUp(db, index, cards)) return;
      building ??= buildIndex(db, onError).finally(() => (building = undefined));
      index = await building;
      index.setVocabulary(vocabulary);
      cards.invalidate();
    },
    reloadVocabulary: async (version) => {
      vocabulary = await loadVocabulary();
      index.setVocabulary(vocabulary);
      vocabularyVersion = version;
    },
    vocabularyVersion: () => vocabularyVersion,
    preview: async (words, other) => index.preview(words, other),
    generation: () => index.generation,
  };
}

/** The SQL engine reads the database itself; only the card cache has to follow the changes. */
async function openSqlSearchService(db: Db, cards: CardCache): Promise<SearchService> {
  let generation = await getCatalogueGeneration(db);
  const catchUp = async () => {
    const changes = await inSnapshot(db, (snapshot) => getChangesSince(snapshot, generation));
    cards.invalidate(changes.ids);
    generation = changes.generation;
  };
  const engine = new SqlEngine(db);
  const loadVocabulary = createVocabularyLoader(db);
  let vocabulary = await loadVocabulary();
  let vocabularyVersion = 0;
  engine.setVocabulary(vocabulary);
  return {
    engine,
    get vocabulary() {
      return vocabulary;
    },
    catchUp,
    reloadVocabulary: async (version) => {
      vocabulary = await loadVocabulary();
      engine.setVocabulary(vocabulary);
      vocabularyVersion = version;
    },
    vocabularyVersion: () => vocabularyVersion,
    preview: (words, other) => {
      const previewed = new SqlEngine(db);
      previewed.setVocabulary(other);
      return previewed.search({ words, filters: {} }, { offset: 0, limit: 0 });
    },
    generation: () => generation,
  };
}
