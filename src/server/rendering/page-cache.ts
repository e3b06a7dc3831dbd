import { LRUCache } from 'lru-cache';
import type { RenderedPage } from './render-page.ts';

const MAX_BYTES = 32 * 1024 * 1024;

/** The rendered pages of one generation by URL. Only complete pages with status 200 are cached. */
export class PageCache {
  readonly generation: string;
  readonly #pages = new LRUCache<string, RenderedPage>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ html }) => html.length,
  });
  readonly #rendering = new Map<string, Promise<RenderedPage>>();

  constructor(generation: string) {
    this.generation = generation;
  }

  /** Returns the cached page, or renders it. Concurrent requests for the same URL share one rendering. */
  async get(url: string, render: () => Promise<RenderedPage>): Promise<RenderedPage> {
    return this.#pages.get(url) ?? this.#rendering.get(url) ?? this.#render(url, render);
  }

  #render(url: string, render: () => Promise<RenderedPage>): Promise<RenderedPage> {
    const rendering = render()
      .then((page) => {
        if (isCacheable(page)) this.#pages.set(url, page);
        return page;
      })
      .finally(() => this.#rendering.delete(url));
    this.#rendering.set(url, rendering);
    return rendering;
  }
}

function isCacheable({ status, headers }: RenderedPage): boolean {
  return status === 200 && !headers.some(([name, value]) => name === 'cache-control' && value === 'no-store');
}
