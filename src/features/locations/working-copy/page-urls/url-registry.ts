import { RESERVED_URLS, MAX_URL_LENGTH, toUrl } from '../../catalogue/fields/page-url.ts';
import { URL_RESERVED } from '../../../../platform/text/common-messages.ts';
import { URL_TAKEN } from '../../messages.ts';

/** Assigns page URLs, each to one location only, for imports and for owners alike. */
export class UrlRegistry {
  readonly #locationIdsByUrl: Map<string, Set<string>>;
  /** The next suffix to try for each URL that is made from a title. */
  readonly #next = new Map<string, number>();

  /** @param locationIdsByUrl the locations that have each URL */
  constructor(locationIdsByUrl: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#locationIdsByUrl = new Map([...locationIdsByUrl].map(([url, ids]) => [url, new Set(ids)]));
  }

  /** Reserves `url` for the location, or returns why this is not possible. */
  claim(url: string, id: string): string | undefined {
    if (RESERVED_URLS.has(url)) return URL_RESERVED;
    if (!this.#isFreeFor(url, id)) return URL_TAKEN;
    this.#locationIdsByUrl.set(url, new Set([id]));
    return undefined;
  }

  /** Assigns a URL derived from the title: without a suffix, or with the first free one of -2, -3, … */
  assign(title: string, id: string): string {
    const plain = toUrl(title);
    for (let number = this.#next.get(plain) ?? 1; ; number += 1) {
      const suffix = number === 1 ? '' : `-${number}`;
      const url = plain.slice(0, MAX_URL_LENGTH - suffix.length).replace(/-$/, '') + suffix;
      if (this.claim(url, id) === undefined) {
        this.#next.set(plain, number + 1);
        return url;
      }
    }
  }

  #isFreeFor(url: string, id: string): boolean {
    const locationIds = this.#locationIdsByUrl.get(url);
    return locationIds === undefined || (locationIds.size === 1 && locationIds.has(id));
  }
}
