import type { Kysely } from 'kysely';
import type { Database } from '../../platform/db/tables.ts';
import { toAscii } from '../../platform/http/server.ts';
import { publishedCards } from '../locations/queries.server.ts';
import { type LocationCard, locationCard } from '../locations/schema.ts';

/** Cards held at most; about two kilobytes each. */
const CAPACITY = 50_000;

/** A card as an object and as JSON. */
export interface HeldCard {
  readonly card: LocationCard;
  readonly text: string;
}

/**
 * The cards of published locations, read once and kept until the location changes: a search answers with twenty of them, and
 * must neither ask the database nor write out the same objects again.
 */
export class Cards {
  readonly #db: Kysely<Database>;
  readonly #held = new Map<string, HeldCard>();
  /** Counts forgettings, so that a card read before one is not kept after it. */
  #forgotten = 0;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** In the order of the ids; a location that has just gone offline is left out. */
  async get(ids: readonly string[]): Promise<HeldCard[]> {
    const known = ids.map((id) => this.#held.get(id));
    if (!known.includes(undefined)) return known as HeldCard[];
    const missing = ids.filter((_, i) => known[i] === undefined);
    const found = new Map(ids.map((id, i) => [id, known[i]]));
    for (const held of await this.#read(missing)) found.set(held.card.id, held);
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  /** To be called when these locations, or any for all that is known, were published anew or taken offline. */
  forget(ids: Iterable<string> = this.#held.keys()): void {
    this.#forgotten += 1;
    for (const id of ids) this.#held.delete(id);
  }

  async #read(ids: readonly string[]): Promise<HeldCard[]> {
    const before = this.#forgotten;
    // Texts go out as they are, so what the contract does not name is taken away here.
    const cards = (await publishedCards(this.#db, ids)).map((card) => locationCard.parse(card));
    if (this.#forgotten !== before) return this.#read(ids);
    if (this.#held.size + cards.length > CAPACITY) this.#held.clear();
    const read = new Map(cards.map((card) => [card.id, { card, text: toAscii(JSON.stringify(card)) }]));
    // Under the strings that they are asked for by: those of a segment are found again without comparing their characters.
    for (const id of ids) if (read.has(id)) this.#held.set(id, read.get(id)!);
    return [...read.values()];
  }
}
