import type { FastifyInstance } from 'fastify';
import { isApiError } from '../../platform/http/contract.ts';
import type { CallRoute } from '../../platform/http/route-handlers.ts';
import { PageCache } from './page-cache.ts';
import { type RenderedPage, withNewNonce } from './render-page.ts';

/** Renders pages from a build, or from source in development. */
export interface Pages {
  /** Whether the code of the pages can change at run time, as in development; then nothing is cached. */
  readonly hotReload?: boolean;
  render(url: string, callRoute: CallRoute): Promise<RenderedPage>;
  /** Returns how many pages are rendered, how many wait, and how often a worker was replaced. */
  getUsage?(): RenderUsage;
}

export interface RenderUsage {
  readonly running: number;
  readonly waiting: number;
  readonly max: number;
  readonly restarts: number;
}

/** Loads the pages. Called before the server listens; they are unloaded when it closes. */
export type LoadPages = (server: FastifyInstance) => Promise<Pages>;

/**
 * Renders pages, and caches those of anonymous visitors until catalogue, search vocabulary or content changes. The page of a signed-in user is
 * neither cached nor taken from the cache.
 */
export class PageRenderer {
  readonly #pages: Pages;
  readonly #origin: string;
  readonly #generation: () => string;
  #cache = new PageCache('');

  /** @param generation returns an identifier of the present version of catalogue, search vocabulary and content */
  constructor(pages: Pages, origin: string, generation: () => string) {
    this.#pages = pages;
    this.#origin = origin;
    this.#generation = generation;
  }

  /**
   * @param url path and query
   * @param shareable whether all anonymous visitors get the same page within a generation
   * @returns a page with a unique nonce
   * @throws {ApiError} UNAVAILABLE if an API call of the page fails with it
   */
  async render(url: string, callRoute: CallRoute, shareable: boolean): Promise<RenderedPage> {
    if (!shareable || this.#pages.hotReload) return this.#render(url, callRoute);
    const generation = this.#generation();
    if (generation !== this.#cache.generation) this.#cache = new PageCache(generation);
    return withNewNonce(await this.#cache.get(url, () => this.#render(url, callRoute)));
  }

  /** Fails instead of sending a page that is incomplete, or that shows a signed-in user as signed out, during a database outage. */
  async #render(url: string, callRoute: CallRoute): Promise<RenderedPage> {
    let outage: unknown;
    const recordOutage: CallRoute = (route, input) =>
      callRoute(route, input).catch((error: unknown) => {
        if (isApiError(error) && error.errorType === 'UNAVAILABLE') outage = error;
        throw error;
      });
    const page = await this.#pages.render(this.#origin + url, recordOutage).catch((error: unknown) => {
      throw outage ?? error;
    });
    if (outage !== undefined) throw outage;
    return page;
  }
}
