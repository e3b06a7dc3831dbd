import { AsyncLocalStorage } from 'node:async_hooks';
import { access } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import { StartupError } from '../../platform/db/startup-error.ts';
import { publishOperation, rejections } from '../../platform/diagnostics/channels.ts';
import { QueueTimeoutError, limitConcurrency } from '../../platform/runtime/limit-concurrency.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { CallRoute } from '../../platform/http/route-handlers.ts';
import type {
  RouteResult,
  RouteCall,
  RenderFailure,
  FromRenderWorker,
  ToRenderWorker,
} from './render-worker-protocol.ts';
import type { RenderedPage } from './render-page.ts';
import type { LoadPages } from './caching-page-renderer.ts';

const ENTRY = new URL('../../../dist/server/server.js', import.meta.url);
/** More workers would wait for the main thread, which handles their API calls. */
const MAX_WORKERS = 4;

/**
 * Size of the young generation of a worker. Four times as much does not increase the rate of pages, but the memory under load by
 * 140 MB.
 */
const YOUNG_GENERATION_MB = 24;
/** Flag for the main thread only. It applies to every thread that starts later and overrides its resource limits, so it is reset. */
const MAIN_THREAD_FLAG = '--max-semi-space-size';
/** For finishing pages during shutdown: as long as open connections have. */
const FINISH_TIMEOUT_MS = 3_000;
/** For rendering a page. A worker that takes longer is considered hung and is terminated. */
const RENDER_TIMEOUT_MS = 15_000;
/**
 * Concurrent pages per worker: while some wait for API calls, it renders others. With eight, workers were idle while the main thread
 * was busy.
 */
const PAGES_PER_WORKER = 32;
/** For a page to wait in the queue; after that the request is rejected with 503 and Retry-After. */
const QUEUE_TIMEOUT_MS = 1_000;
const RETRY_AFTER_SECONDS = 2;
const OVERLOADED_MESSAGE = 'Too many people are opening pages at the moment. Please try again in a few seconds.';
const CLOSED_MESSAGE = 'The site is shutting down. Please try again in a few seconds.';

/**
 * Renders the built pages in worker threads, so that API requests do not wait: a page takes as long as twenty of them. A worker that
 * dies is replaced; its pages fail. Pages that wait too long are rejected, which bounds waiting time and memory.
 */
export function createRenderPool(threads = Math.min(availableParallelism(), MAX_WORKERS)): LoadPages {
  return async (server) => {
    await access(ENTRY).catch(() => {
      throw new StartupError('The pages are not built: run `npm run build` first.');
    });
    setFlagsFromString(`${MAIN_THREAD_FLAG}=0`);
    const pool = Array.from({ length: threads }, () => new RenderWorker(server.log));
    await Promise.all(pool.map((thread) => thread.ready));
    let closed = false;
    server.addHook('onClose', async () => {
      closed = true;
      await Promise.all(pool.map((thread) => thread.stop()));
    });
    const limit = limitConcurrency(threads * PAGES_PER_WORKER, QUEUE_TIMEOUT_MS);
    let restarts = 0;
    const startRender = async (url: string, callRoute: CallRoute) => {
      if (closed) throw new ApiError('UNAVAILABLE', CLOSED_MESSAGE);
      for (const [i, thread] of pool.entries()) {
        if (!thread.ended) continue;
        restarts++;
        pool[i] = new RenderWorker(server.log);
      }
      return pool.reduce((a, b) => (b.busy < a.busy ? b : a)).render(url, callRoute);
    };
    return {
      render: (url, callRoute) =>
        limit(() => publishOperation('render', 'page', () => startRender(url, callRoute))).catch((error: unknown) => {
          if (!(error instanceof QueueTimeoutError)) throw error;
          rejections.publish({ reason: 'render_queue' });
          throw new ApiError('UNAVAILABLE', OVERLOADED_MESSAGE, undefined, RETRY_AFTER_SECONDS);
        }),
      getUsage: () => ({ ...limit.getUsage(), max: threads * PAGES_PER_WORKER, restarts }),
    };
  };
}

interface Job {
  readonly callRoute: CallRoute;
  readonly page: Promise<RenderedPage>;
  readonly resolve: (page: RenderedPage) => void;
  readonly reject: (error: unknown) => void;
  readonly deadline: NodeJS.Timeout;
}

/** A worker thread that renders pages until it is stopped or dies. */
class RenderWorker {
  /** Resolves when the worker is ready; rejects if it cannot start. */
  readonly ready: Promise<void>;
  ended = false;
  readonly #worker = new Worker(new URL('render-worker.ts', import.meta.url), {
    workerData: ENTRY.href,
    // React and the router need NODE_ENV for their production code; the worker gets no settings of the site.
    env: { NODE_ENV: 'production' },
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  readonly #jobs = new Map<number, Job>();
  #lastPage = 0;

  constructor(log: FastifyInstance['log']) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let reason: unknown = new Error('The render worker exited.');
    this.#worker
      .on('message', (message: FromRenderWorker) => (message.kind === 'ready' ? resolve() : this.#receive(message)))
      .on('error', (error) => {
        reason = error;
        log.error({ err: error }, 'a render worker exited');
      })
      .on('exit', () => {
        this.ended = true;
        for (const page of this.#jobs.keys()) this.#finish(page)?.reject(reason);
        reject(reason);
      });
    this.ready = promise;
    // Failures are reported by the pages that could not be rendered.
    promise.catch(() => undefined);
  }

  /** The number of unfinished pages. */
  get busy(): number {
    return this.#jobs.size;
  }

  /** Terminates the worker after its pages are finished, or after a timeout. */
  async stop(): Promise<void> {
    const finished = Promise.allSettled([...this.#jobs.values()].map(({ page }) => page));
    await Promise.race([finished, sleep(FINISH_TIMEOUT_MS, undefined, { ref: false })]);
    await this.#worker.terminate();
  }

  render(url: string, callRoute: CallRoute): Promise<RenderedPage> {
    const job = Promise.withResolvers<RenderedPage>();
    const page = ++this.#lastPage;
    const deadline = setTimeout(() => void this.#worker.terminate(), RENDER_TIMEOUT_MS);
    // The calls of the page arrive as messages, which would run in the asynchronous context of the worker.
    this.#jobs.set(page, { ...job, callRoute: AsyncLocalStorage.bind(callRoute), page: job.promise, deadline });
    this.#send({ kind: 'render', page, url });
    return job.promise;
  }

  #send(message: ToRenderWorker): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
    this.#worker.postMessage(message);
  }

  #receive(message: Exclude<FromRenderWorker, { kind: 'ready' }>): void {
    if (message.kind === 'call') void this.#handleCall(message.call);
    else if (message.kind === 'rendered') this.#finish(message.page)?.resolve(message.rendered);
    else this.#finish(message.page)?.reject(toError(message.failure));
  }

  #finish(page: number): Job | undefined {
    const job = this.#jobs.get(page);
    this.#jobs.delete(page);
    clearTimeout(job?.deadline);
    return job;
  }

  async #handleCall(call: RouteCall): Promise<void> {
    this.#send({ kind: 'result', result: await this.#callRoute(call) });
  }

  async #callRoute({ id, page, route, input }: RouteCall): Promise<RouteResult> {
    try {
      return { id, json: await this.#jobs.get(page)?.callRoute(route, input) };
    } catch (error) {
      return { id, error: (error as ApiError).body };
    }
  }
}

function toError(failure: RenderFailure): Error {
  if ('errorType' in failure) return ApiError.of(failure);
  return Object.assign(new Error(failure.message), { stack: failure.stack });
}
