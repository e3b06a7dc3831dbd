import type { FastifyInstance } from 'fastify';
import { isApiError } from '../../platform/http/contract.ts';
import type { CallRoute } from '../../platform/http/route-handlers.ts';
import { PageCache } from './page-cache.ts';
import { type RenderedPage, withNewNonce } from './render-page.ts';

/** What renders the pages. */
export interface Pages {
  /** Whether the same request may get another answer though neither catalogue nor content changed, as while pages are edited. */
  readonly changing?: boolean;
  render(url: string, callRoute: CallRoute): Promise<RenderedPage>;
}

/** Opens the pages for a host that does not listen yet, until it closes. */
export type LoadPages = (host: FastifyInstance) => Promise<Pages>;

/**
 * Renders pages, and caches those of anonymous visitors until catalogue or content changes. The page of a signed-in user is
 * neither cached nor taken from the cache.
 */
export class PageRenderer {
  readonly #pages: Pages;
  readonly #origin: string;
  readonly #generation: () => string;
  #cache = new PageCache('');

  /** @param generation names the state of catalogue and content that pages are rendered from */
  constructor(pages: Pages, origin: string, generation: () => string) {
    this.#pages = pages;
    this.#origin = origin;
    this.#generation = generation;
  }

  /**
   * @param address path and query
   * @param shareable whether every anonymous visitor gets the same page, until a generation ends
   * @returns a page whose nonce no other answer has
   * @throws {ApiError} UNAVAILABLE when something that the page asks for is
   */
  async render(address: string, callRoute: CallRoute, shareable: boolean): Promise<RenderedPage> {
    if (!shareable || this.#pages.changing) return this.#render(address, callRoute);
    const generation = this.#generation();
    if (generation !== this.#cache.generation) this.#cache = new PageCache(generation);
    return withNewNonce(await this.#cache.get(address, () => this.#render(address, callRoute)));
  }

  /** Without an answer of the database a page would lack parts, or take whoever is signed in for a stranger: then there is none. */
  async #render(address: string, callRoute: CallRoute): Promise<RenderedPage> {
    let outage: unknown;
    const noting: CallRoute = (route, input) =>
      callRoute(route, input).catch((error: unknown) => {
        if (isApiError(error) && error.errorType === 'UNAVAILABLE') outage = error;
        throw error;
      });
    const page = await this.#pages.render(this.#origin + address, noting).catch((error: unknown) => {
      throw outage ?? error;
    });
    if (outage !== undefined) throw outage;
    return page;
  }
}
