import { randomBytes } from 'node:crypto';
import { ASKED_LATER } from '../../app/hydration/deferred-modulepreload.ts';
import type { PageRequest } from '../../app/request-context.ts';
import { type Ask, jsonApi } from '../../platform/http/server.ts';

/** The pages as the build exports them: a request in, status and headers out, and the HTML delivered apart. */
export interface PageHandler {
  fetch(request: Request, options: { context: PageRequest }): Promise<Response> | Response;
}

/** A rendered page that can be sent to several visitors, each with a nonce of their own. */
export interface RenderedPage {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** UTF-8, in memory of its own. */
  readonly html: Uint8Array<ArrayBuffer>;
  /** Where in the HTML the nonce belongs (bytes), ascending. */
  readonly nonces: readonly number[];
}

/** Renders the page at an address. `ask` calls the API as the visitor. */
export async function renderPage(pages: PageHandler, url: string, ask: Ask): Promise<RenderedPage> {
  const request = new Request(url, { headers: { accept: 'text/html' } });
  const api = jsonApi(ask);
  let html = '';
  const deliver = (text: string) => {
    html = text;
  };
  const response = await pages.fetch(request, { context: { api, nonce: MARK, deliver } });
  const pieces = cutAtNonces(html);
  // The router's closures count as lasting for V8, and all that they can reach lasts with them until it clears up everything.
  html = '';
  return { status: response.status, headers: [...response.headers], ...encoded(pieces) };
}

/** Stands for the nonce while a page is rendered; random, so that no content can contain it. */
const MARK = `nonce-${randomBytes(16).toString('hex')}`;
const NONCE = ' nonce="';
/** The tags that the policy asks a nonce of: scripts, what is loaded for them, and styles within the page. */
const NEEDS_NONCE = new RegExp(`^<(?:script|style|link rel="${DEFERRED_MODULEPRELOAD}")`);

/** Cuts HTML where a nonce belongs. The router writes one on every tag of the head; needless ones are taken out. */
function cutAtNonces(html: string): string[] {
  const pieces: string[] = [];
  let before = '';
  for (const [i, part] of html.split(MARK).entries()) {
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

/** Grows to what the largest page takes. */
let desk = Buffer.allocUnsafeSlow(256 * 1024);
/** Bytes that a UTF-16 unit takes in UTF-8, at most. */
const MOST_BYTES = 3;

function encoded(pieces: readonly string[]): Pick<RenderedPage, 'html' | 'nonces'> {
  const most = MOST_BYTES * pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (desk.length < most) desk = Buffer.allocUnsafeSlow(most);
  const nonces: number[] = [];
  let end = 0;
  for (const piece of pieces) {
    if (end > 0) nonces.push(end);
    end += desk.write(piece, end);
  }
  return { html: new Uint8Array(desk.subarray(0, end)), nonces };
}
