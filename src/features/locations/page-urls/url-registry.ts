import { RESERVED_URLS, MAX_URL_LENGTH, toUrl } from '../fields/page-url.ts';
import { URL_RESERVED, URL_TAKEN } from '../messages.ts';

/** Assigns page URLs, each to one location only, for imports and for owners alike. */
export class UrlRegistry {
  readonly #holders: Map<string, Set<string>>;
  /** The next number to try behind an address that is made from a title. */
  readonly #next = new Map<string, number>();

  /** @param holders ids of the locations that hold each address */
  constructor(holders: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#holders = new Map([...holders].map(([address, ids]) => [address, new Set(ids)]));
  }

  /** Reserves `address` for the location, or returns why this is not possible. */
  claim(address: string, id: string): string | undefined {
    if (RESERVED_URLS.has(address)) return URL_RESERVED;
    if (!this.#isFreeFor(address, id)) return URL_TAKEN;
    this.#holders.set(address, new Set([id]));
    return undefined;
  }

  /** Gives the location an address that is made from its title: the plain one, or the first free one of -2, -3, … */
  assign(title: string, id: string): string {
    const plain = toUrl(title);
    for (let number = this.#next.get(plain) ?? 1; ; number += 1) {
      const ending = number === 1 ? '' : `-${number}`;
      const address = plain.slice(0, MAX_URL_LENGTH - ending.length).replace(/-$/, '') + ending;
      if (this.claim(address, id) === undefined) {
        this.#next.set(plain, number + 1);
        return address;
      }
    }
  }

  #isFreeFor(address: string, id: string): boolean {
    const holders = this.#holders.get(address);
    return holders === undefined || (holders.size === 1 && holders.has(id));
  }
}
