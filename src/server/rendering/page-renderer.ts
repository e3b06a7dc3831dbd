import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { isApiError } from '../../platform/http/contract.ts';
import type { Ask } from '../../platform/http/server.ts';
import { KeptPages } from './page-cache.ts';
import type { RenderedPage } from './render-page.ts';

/** What renders the pages. */
export interface Pages {
  /** Whether the same request may get another answer though neither catalogue nor content changed, as while pages are edited. */
  readonly changing?: boolean;
  render(url: string, ask: Ask): Promise<RenderedPage>;
}

/** Opens the pages for a host that does not listen yet, until it closes. */
export type OpenPages = (host: FastifyInstance) => Promise<Pages>;

/** A page as it is sent once. */
export interface SentPage {
  readonly status: number;
  readonly headers: RenderedPage['headers'];
  /** UTF-8, in memory that another answer gets once this one is sent: not to be kept. */
  readonly html: Buffer;
  readonly nonce: string;
}

/** Gives bytes with anything in them. */
type Memory = (bytes: number) => Buffer;

/**
 * Renders pages, and keeps those of anonymous visitors for as long as neither catalogue nor content changes. A page of anyone
 * signed in is neither kept nor taken from what is kept.
 */
export class PageRenderer {
  readonly #pages: Pages;
  readonly #origin: string;
  readonly #generation: () => string;
  #kept = new KeptPages<RenderedPage>('');

  /** @param generation names the state of catalogue and content that pages are rendered from */
  constructor(pages: Pages, origin: string, generation: () => string) {
    this.#pages = pages;
    this.#origin = origin;
    this.#generation = generation;
  }

  /**
   * @param address path and query
   * @param shareable whether every anonymous visitor gets the same page, until a generation ends
   * @param memory gives the bytes that the page is written into
   * @throws {ApiError} UNAVAILABLE when something that the page asks for is
   */
  async render(address: string, ask: Ask, shareable: boolean, memory: Memory): Promise<SentPage> {
    const render = () => this.#whole(address, ask);
    const page = await (shareable && !this.#pages.changing ? this.#shared(address, render) : render());
    const nonce = newNonce();
    return { status: page.status, headers: page.headers, html: withNonce(page, Buffer.from(nonce), memory), nonce };
  }

  /** Without an answer of the database a page would lack parts, or take whoever is signed in for a stranger: then there is none. */
  async #whole(address: string, ask: Ask): Promise<RenderedPage> {
    let outage: unknown;
    const noting: Ask = (route, input) =>
      ask(route, input).catch((error: unknown) => {
        if (isApiError(error) && error.errorType === 'UNAVAILABLE') outage = error;
        throw error;
      });
    const page = await this.#pages.render(this.#origin + address, noting).catch((error: unknown) => {
      throw outage ?? error;
    });
    if (outage !== undefined) throw outage;
    return page;
  }

  #shared(address: string, render: () => Promise<RenderedPage>): Promise<RenderedPage> | RenderedPage {
    const generation = this.#generation();
    if (generation !== this.#kept.generation) this.#kept = new KeptPages(generation);
    return this.#kept.get(address) ?? this.#kept.render(address, render);
  }
}

/** Random bytes are drawn for many nonces at a time; each is used once. */
const NONCES_AT_A_TIME = 256;
const NONCE_BYTES = 16;
let drawn = Buffer.alloc(0);
let used = 0;

function newNonce(): string {
  if (used >= drawn.length) {
    drawn = randomBytes(NONCE_BYTES * NONCES_AT_A_TIME);
    used = 0;
  }
  return drawn.toString('base64', used, (used += NONCE_BYTES));
}

function withNonce({ html, nonces }: RenderedPage, nonce: Buffer, memory: Memory): Buffer {
  const whole = memory(html.length + nonces.length * nonce.length);
  let from = 0;
  let end = 0;
  for (const to of [...nonces, html.length]) {
    if (end > 0) end += nonce.copy(whole, end);
    whole.set(html.subarray(from, to), end);
    end += to - from;
    from = to;
  }
  // What is not written would be somebody else's.
  if (end !== whole.length) throw new Error(`${end} of ${whole.length} bytes of a page were written`);
  return whole;
}
