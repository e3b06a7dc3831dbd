import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/db/transaction.ts';
import { getPublishedCards } from '../locations/catalogue/published/queries.server.ts';
import type { LocationCard } from '../locations/catalogue/schema.ts';

/** About two kilobytes each. */
const MAX_CARDS = 50_000;

/** The cards of published locations, cached until the location changes. */
export class CardCache {
  readonly #db: Db;
  readonly #cache = new LRUCache<string, LocationCard>({ max: MAX_CARDS });
  /** Counts invalidations, so that a card read before one is not cached after it. */
  #invalidations = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Returns cards in the order of the ids, without locations that are no longer published. */
  async get(ids: readonly string[]): Promise<LocationCard[]> {
    const found = new Map(ids.map((id) => [id, this.#cache.get(id)]));
    const missing = ids.filter((id) => !found.get(id));
    if (missing.length > 0) for (const card of await this.#read(missing)) found.set(card.id, card);
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  /** Invalidates the cards of published or unpublished locations; without ids, all cards. */
  invalidate(ids: Iterable<string> = this.#cache.keys()): void {
    this.#invalidations += 1;
    for (const id of [...ids]) this.#cache.delete(id);
  }

  async #read(ids: readonly string[]): Promise<LocationCard[]> {
    const before = this.#invalidations;
    const cards = await getPublishedCards(this.#db, ids);
    if (this.#invalidations !== before) return this.#read(ids);
    for (const card of cards) this.#cache.set(card.id, card);
    return cards;
  }
}
