import { parentPort, workerData } from 'node:worker_threads';
import { ApiError, isApiError } from '../../platform/http/contract.ts';
import { releaseMemoryWhenIdle } from '../../platform/runtime/release-memory.ts';
import type { RouteResult, RenderFailure, FromRenderWorker, ToRenderWorker } from './render-worker-protocol.ts';
import { type PageHandler, renderPage } from './render-page.ts';

/** Time without a page after which the worker releases memory. */
const IDLE_MS = 5_000;

/**
 * A worker thread that renders pages. It loads the built pages, whose URL is its worker data, and gets all data by calling the API
 * through the main thread.
 */
const port = parentPort!;
const { default: pages } = (await import(workerData as string)) as { default: PageHandler };
const waiting = new Map<number, { resolve: (json: string | undefined) => void; reject: (error: ApiError) => void }>();
let lastCall = 0;
const resetIdleTimer = releaseMemoryWhenIdle(IDLE_MS);

port.on('message', (message: ToRenderWorker) => {
  if (message.kind === 'result') settle(message.result);
  else void render(message.page, message.url);
});
send({ kind: 'ready' });

function send(message: FromRenderWorker): void {
  port.postMessage(message);
}

function settle(result: RouteResult): void {
  const { resolve, reject } = waiting.get(result.id)!;
  waiting.delete(result.id);
  if ('error' in result) reject(ApiError.of(result.error));
  else resolve(result.json);
}

async function render(page: number, url: string): Promise<void> {
  const callRoute = (route: string, input: unknown) =>
    new Promise<string | undefined>((resolve, reject) => {
      const id = ++lastCall;
      waiting.set(id, { resolve, reject });
      send({ kind: 'call', call: { id, page, route, input } });
    });
  resetIdleTimer();
  try {
    send({ kind: 'rendered', page, rendered: await renderPage(pages, url, callRoute) });
  } catch (error) {
    send({ kind: 'failed', page, failure: toFailure(error) });
  }
}

/** Converts an error to plain values: errors can contain objects that cannot be cloned. */
function toFailure(error: unknown): RenderFailure {
  if (isApiError(error)) return error.body;
  return error instanceof Error
    ? { message: error.message, stack: error.stack }
    : { message: `A page threw ${String(error)}`, stack: undefined };
}
