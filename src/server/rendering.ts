import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { PageRequest } from '../app/request.ts';
import type { Api } from '../platform/http/contract.ts';
import { textOf } from '../platform/http/server.ts';
import { KeptPages } from './kept-pages.ts';

/** The pages: a request in, status and headers out, and the HTML delivered apart. */
export interface PageHandler {
  /** Whether the same request may get another answer though neither catalogue nor content changed, as while pages are edited. */
  readonly changing?: boolean;
  fetch(request: Request, options: { context: PageRequest }): Promise<Response> | Response;
}

export type OpenPages = (host: FastifyInstance) => Promise<PageHandler>;

/** A rendered page that can be sent to several visitors, each with a nonce of their own. */
interface RenderedPage {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  /** The HTML in UTF-8, cut wherever the nonce belongs. */
  readonly pieces: readonly Buffer[];
  readonly bytes: number;
}

/** A page as it is sent once. */
export interface SentPage {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  /** UTF-8. */
  readonly html: Buffer;
  readonly nonce: string;
}

/**
 * Renders pages, and keeps those of anonymous visitors for as long as neither catalogue nor content changes. A page of anyone
 * signed in is neither kept nor taken from what is kept.
 */
export class PageRenderer {
  readonly #pages: PageHandler;
  readonly #origin: string;
  readonly #generation: () => string;
  /** Stands for the nonce while a page is rendered; random, so that no content can contain it. */
  readonly #mark = `nonce-${randomBytes(16).toString('hex')}`;
  #kept = new KeptPages<RenderedPage>('');

  /** @param generation names the state of catalogue and content that pages are rendered from */
  constructor(pages: PageHandler, origin: string, generation: () => string) {
    this.#pages = pages;
    this.#origin = origin;
    this.#generation = generation;
  }

  /** @param address path and query @param anonymous whether the page may be shared with every anonymous visitor */
  async render(address: string, api: Api, anonymous: boolean): Promise<SentPage> {
    const page = await (anonymous && !this.#pages.changing ? this.#shared(address, api) : this.#fresh(address, api));
    const nonce = newNonce();
    return { status: page.status, headers: page.headers, html: joined(page, Buffer.from(nonce)), nonce };
  }

  #shared(address: string, api: Api): Promise<RenderedPage> | RenderedPage {
    const generation = this.#generation();
    if (generation !== this.#kept.generation) this.#kept = new KeptPages(generation);
    const kept = this.#kept;
    return kept.get(address) ?? kept.render(address, () => this.#fresh(address, api));
  }

  async #fresh(address: string, api: Api): Promise<RenderedPage> {
    const request = new Request(this.#origin + address, { headers: { accept: 'text/html' } });
    let html = '';
    const deliver = (text: string) => {
      html = text;
    };
    const response = await this.#pages.fetch(request, { context: { api, nonce: this.#mark, textOf, deliver } });
    const pieces = cutAt(this.#mark, html).map((piece) => Buffer.from(piece));
    const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
    return { status: response.status, headers: new Map(response.headers), pieces, bytes };
  }
}

const NONCE = ' nonce="';
/** The tags that the policy asks a nonce of: scripts, what is loaded for them, and styles within the page. */
const NEEDS_NONCE = /^<(?:script|style|link rel="modulepreload")/;

/** Cuts HTML where a nonce belongs. The router writes one on every tag of the head; needless ones are taken out. */
function cutAt(mark: string, html: string): string[] {
  const pieces: string[] = [];
  let before = '';
  for (const [i, part] of html.split(mark).entries()) {
    if (i === 0) before = part;
    else if (before.endsWith(NONCE) && !NEEDS_NONCE.test(before.slice(before.lastIndexOf('<')))) {
      before = before.slice(0, -NONCE.length) + part.slice(1);
    } else {
      pieces.push(before);
      before = part;
    }
  }
  return [...pieces, before];
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

function joined({ pieces, bytes }: RenderedPage, nonce: Buffer): Buffer {
  const whole = Buffer.allocUnsafe(bytes + (pieces.length - 1) * nonce.length);
  let end = 0;
  for (const piece of pieces) {
    if (end > 0) end += nonce.copy(whole, end);
    end += piece.copy(whole, end);
  }
  return whole;
}
