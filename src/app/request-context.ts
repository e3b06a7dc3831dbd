import { getGlobalStartContext } from '@tanstack/react-start';
import type { Api } from '../platform/http/contract.ts';

/** The context of one page request on the server. */
export interface PageRequest {
  /** The in-process API, called on behalf of the visitor. */
  readonly api: Api;
  /** The nonce of this response's content security policy. */
  readonly nonce: string;
}

declare module '@tanstack/react-start' {
  interface Register {
    server: { requestContext: PageRequest };
  }
}

/** Returns the context of the request being rendered; undefined in the browser. */
export function getPageRequest(): PageRequest | undefined {
  return getGlobalStartContext();
}
