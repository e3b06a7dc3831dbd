import { getGlobalStartContext } from '@tanstack/react-start';
import type { Api } from '../platform/http/contract.ts';

/** What the server gives the pages of one request. */
export interface PageRequest {
  /** The API in process, called as the visitor. */
  readonly api: Api;
  /** Names the scripts and styles of this answer to the content security policy. */
  readonly nonce: string;
}

declare module '@tanstack/react-start' {
  interface Register {
    server: { requestContext: PageRequest };
  }
}

/** The request being rendered; undefined in the browser. */
export function pageRequest(): PageRequest | undefined {
  return getGlobalStartContext();
}
