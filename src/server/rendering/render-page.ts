import { randomBytes } from 'node:crypto';
import type { PageRequest } from '../../app/request-context.ts';
import { type CallRoute, jsonApi } from '../../platform/http/route-handlers.ts';

/** The pages as the build exports them. */
export interface PageHandler {
  fetch(request: Request, options: { context: PageRequest }): Promise<Response> | Response;
}

export interface RenderedPage {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly html: string;
  /** The nonce in the HTML, for the content security policy; no content can contain it. */
  readonly nonce: string;
}

/** Renders the page at an address. `ask` calls the API as the visitor. */
export async function renderPage(pages: PageHandler, url: string, callRoute: CallRoute): Promise<RenderedPage> {
  const nonce = newNonce();
  const request = new Request(url, { headers: { accept: 'text/html' } });
  const response = await pages.fetch(request, { context: { api: jsonApi(callRoute), nonce } });
  return { status: response.status, headers: [...response.headers], html: await response.text(), nonce };
}

/** The same page with a nonce of its own, for another answer. */
export function withNewNonce(page: RenderedPage): RenderedPage {
  const nonce = newNonce();
  return { ...page, html: page.html.replaceAll(page.nonce, nonce), nonce };
}

function newNonce(): string {
  return randomBytes(18).toString('base64url');
}
