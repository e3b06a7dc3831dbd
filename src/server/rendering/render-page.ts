import { randomBytes } from 'node:crypto';
import type { PageRequest } from '../../app/request-context.ts';
import { type CallRoute, createJsonApi } from '../../platform/http/route-handlers.ts';

/** The export of the built pages. */
export interface PageHandler {
  fetch(request: Request, options: { context: PageRequest }): Promise<Response> | Response;
}

export interface RenderedPage {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Bytes: as text, cached pages would be in V8's heap and take twice the memory. */
  readonly html: Uint8Array;
  /** The nonce in the HTML, for the content security policy; no content can contain it. */
  readonly nonce: string;
}

/** Renders the page at a URL. `callRoute` calls the API as the visitor. */
export async function renderPage(pages: PageHandler, url: string, callRoute: CallRoute): Promise<RenderedPage> {
  const nonce = newNonce();
  const request = new Request(url, { headers: { accept: 'text/html' } });
  const response = await pages.fetch(request, { context: { api: createJsonApi(callRoute), nonce } });
  const html = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: [...response.headers], html, nonce };
}

/** A copy of the page with a new nonce: each response needs its own. */
export function withNewNonce(page: RenderedPage): RenderedPage {
  const nonce = newNonce();
  const html = Buffer.from(page.html).toString().replaceAll(page.nonce, nonce);
  return { ...page, html: Buffer.from(html), nonce };
}

function newNonce(): string {
  return randomBytes(18).toString('base64url');
}
