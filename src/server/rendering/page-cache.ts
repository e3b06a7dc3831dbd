/** What is kept of a rendered page. */
interface Sized {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly html: { readonly length: number };
}

const MOST_BYTES = 32 * 1024 * 1024;

/** The rendered pages of one generation; those asked for longest ago give way. Only good and whole answers are kept. */
export class KeptPages<Page extends Sized> {
  readonly generation: string;
  readonly #pages = new Map<string, Page>();
  readonly #pending = new Map<string, Promise<Page>>();
  #bytes = 0;

  constructor(generation: string) {
    this.generation = generation;
  }

  /** The page at this address, if it is kept. */
  get(address: string): Page | undefined {
    const page = this.#pages.get(address);
    if (page) {
      this.#pages.delete(address);
      this.#pages.set(address, page);
    }
    return page;
  }

  /** Renders a page that is not kept, once for all who ask meanwhile. */
  render(address: string, render: () => Promise<Page>): Promise<Page> {
    const pending = this.#pending.get(address);
    if (pending) return pending;
    const page = render()
      .then((rendered) => this.#keep(address, rendered))
      .finally(() => this.#pending.delete(address));
    this.#pending.set(address, page);
    return page;
  }

  #keep(address: string, page: Page): Page {
    const isWhole = !page.headers.some(([name, value]) => name === 'cache-control' && value === 'no-store');
    if (page.status !== 200 || !isWhole) return page;
    this.#pages.set(address, page);
    this.#bytes += page.html.length;
    for (const [oldest, { html }] of this.#pages) {
      if (this.#bytes <= MOST_BYTES) break;
      this.#pages.delete(oldest);
      this.#bytes -= html.length;
    }
    return page;
  }
}
