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
import { createVocabularyLoader } from './vocabulary/queries.server.ts';
import type { Vocabulary } from './vocabulary/vocabulary.ts';

/** Builds the index from a consistent snapshot of the published catalogue. */
function buildIndex(db: Db): Promise<MemoryIndex> {
  return inSnapshot(db, async (snapshot) => {
    const generation = await getCatalogueGeneration(snapshot);
    return MemoryIndex.build(flatten(readSearchDocuments(snapshot)), generation);
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

/** More changed locations than this make each further change slow, since the index of recent changes is built again with each. */
const MAX_RECENT = 512;

interface Options {
  /** How many changed locations are too many for the index of recent changes: then the whole index is built again. */
  readonly maxRecent?: number;
  /** Called when the index cannot be built in the background. The old one stays in use, and the next change tries again. */
  readonly onError?: (error: unknown) => void;
}

/** Builds the index in memory. */
export async function openSearchService(
  db: Db,
  cards: CardCache,
  { maxRecent = MAX_RECENT, onError }: Options = {},
): Promise<SearchService> {
  let index = await buildIndex(db);
  const loadVocabulary = createVocabularyLoader(db);
  let vocabulary = await loadVocabulary();
  index.setVocabulary(vocabulary);
  let vocabularyVersion = 0;
  let rebuilding: Promise<void> | undefined;

  /** Replaces the index by a new one, which must not be behind it. Meanwhile it is searched, and follows the changes. */
  const rebuild = async () => {
    const fresh = await buildIndex(db);
    for (let before = -1; fresh.generation < index.generation && fresh.generation > before;) {
      before = fresh.generation;
      await catchUp(db, fresh, cards);
    }
    if (fresh.generation < index.generation) return;
    fresh.setVocabulary(vocabulary);
    index = fresh;
  };
  const rebuildOnce = () => (rebuilding ??= rebuild().finally(() => (rebuilding = undefined)));

  return {
    get engine() {
      return index;
    },
    get vocabulary() {
      return vocabulary;
    },
    catchUp: async () => {
      if (await catchUp(db, index, cards)) {
        if (index.recentSize > maxRecent) rebuildOnce().catch((error: unknown) => onError?.(error));
        return;
      }
      await rebuildOnce();
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
