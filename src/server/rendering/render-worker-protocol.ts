import type { ErrorBody } from '../../platform/http/contract.ts';
import type { RenderedPage } from './render-page.ts';

/** An API call of a page that is rendered in a worker. */
export interface RouteCall {
  /** Unique within the worker. */
  readonly id: number;
  readonly page: number;
  readonly route: string;
  readonly input: unknown;
}

/** The result of an API call: JSON, undefined if there is no content, or an error. */
export type RouteResult =
  | { readonly id: number; readonly json: string | undefined }
  | { readonly id: number; readonly error: ErrorBody };

/** Why a page could not be rendered: an API error, or an unexpected error. */
export type RenderFailure = ErrorBody | { readonly message: string; readonly stack: string | undefined };

export type ToRenderWorker =
  | { readonly kind: 'render'; readonly page: number; readonly url: string }
  | { readonly kind: 'result'; readonly result: RouteResult };

export type FromRenderWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'call'; readonly call: RouteCall }
  | { readonly kind: 'rendered'; readonly page: number; readonly rendered: RenderedPage }
  | { readonly kind: 'failed'; readonly page: number; readonly failure: RenderFailure };
