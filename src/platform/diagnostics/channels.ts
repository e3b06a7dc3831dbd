import { type Channel, channel, tracingChannel } from 'node:diagnostics_channel';
import type { LogEvent } from 'kysely';
import { PRODUCT_ID } from '../settings/product-name.ts';

/*
 * Channels on which the site publishes what it does. Metrics and traces subscribe to them if they are switched on; without a
 * subscriber, nothing is measured.
 */

/** A measured operation within a request or job. Neither field contains user input. */
export interface Operation {
  readonly kind: 'job' | 'mail' | 'picture' | 'render' | 'search';
  /** Name of the operation, one of a few values, such as the name of the queue or the search. */
  readonly name: string;
  /** Set if it failed. */
  readonly error?: unknown;
}

/** A request whose response has been sent. */
export interface CompletedRequest {
  readonly method: string;
  /** The pattern of the route; undefined if there is none. */
  readonly route: string | undefined;
  readonly status: number;
  readonly ms: number;
}

/** Why a request was rejected to protect the others. */
export type RejectionReason = 'event_loop' | 'rate_limit' | 'render_queue' | 'route_limit';

export const operations = tracingChannel<Operation, Operation>(`${PRODUCT_ID}.operation`);
export const completedRequests = channel(`${PRODUCT_ID}.request`) as Channel<unknown, CompletedRequest>;
export const rejections = channel(`${PRODUCT_ID}.rejection`) as Channel<unknown, { readonly reason: RejectionReason }>;
export const statements = channel(`${PRODUCT_ID}.statement`) as Channel<unknown, LogEvent>;

/** Runs an operation and publishes when it starts and ends. */
export function publishOperation<Result>(
  kind: Operation['kind'],
  name: string,
  run: () => Promise<Result>,
): Promise<Result> {
  return operations.hasSubscribers ? operations.tracePromise(run, { kind, name }) : run();
}
