import { access } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../platform/db/refusal.ts';
import type { ApiError } from '../../platform/http/contract.ts';
import type { Ask } from '../../platform/http/server.ts';
import { Batch } from './batch.ts';
import type { Answer, Call, FromThread, ToThread } from './messages.ts';
import type { RenderedPage } from './page.ts';
import type { OpenPages } from './renderer.ts';

const ENTRY = new URL('../../../dist/server/server.js', import.meta.url);
/** The main thread has no more to give, which answers what they ask. */
const MOST_THREADS = 4;

/**
 * The pages as `npm run build` made them, rendered in threads beside the one that serves: a page takes as long as twenty
 * other answers, and those need not wait for it.
 */
export function builtPages(threads = Math.min(availableParallelism(), MOST_THREADS)): OpenPages {
  return async (host) => {
    await access(ENTRY).catch(() => {
      throw new Refusal('The pages are not built: run `npm run build` first.');
    });
    const pool = Array.from({ length: threads }, () => new RenderThread(host.log));
    host.addHook('onClose', async () => void (await Promise.all(pool.map((thread) => thread.stop()))));
    await Promise.all(pool.map((thread) => thread.start()));
    return {
      render: (url, ask) => pool.reduce((a, b) => (b.busy < a.busy ? b : a)).render(url, ask),
    };
  };
}

/** For pages under way when the node is told to stop (milliseconds). */
const FINISH_WITHIN = 10_000;

interface Job {
  readonly ask: Ask;
  readonly page: Promise<RenderedPage>;
  readonly resolve: (page: RenderedPage) => void;
  readonly reject: (error: unknown) => void;
}

/** A thread that renders. Should it die, what it had to render fails, and the next page starts another. */
class RenderThread {
  readonly #log: FastifyInstance['log'];
  readonly #jobs = new Map<number, Job>();
  readonly #answers = new Batch<Answer>((answers) => this.#send({ kind: 'answers', answers }));
  #worker: Worker | undefined;
  #lastPage = 0;

  constructor(log: FastifyInstance['log']) {
    this.#log = log;
  }

  /** Pages that it has not finished. */
  get busy(): number {
    return this.#jobs.size;
  }

  /** Resolves when it can render, rejects if it cannot be started. */
  start(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const worker = new Worker(new URL('thread.ts', import.meta.url));
    let reason: unknown = new Error('The thread that renders pages ended.');
    worker
      .on('message', (message: FromThread) => (message.kind === 'ready' ? resolve() : this.#take(message)))
      .on('error', (error) => {
        reason = error;
        this.#log.error({ err: error }, 'a thread that renders pages died');
      })
      .on('exit', () => {
        this.#worker = undefined;
        for (const job of this.#jobs.values()) job.reject(reason);
        this.#jobs.clear();
        reject(reason);
      });
    this.#worker = worker;
    return promise;
  }

  /** Ends the thread when it has finished what it had to render. */
  async stop(): Promise<void> {
    const finished = Promise.allSettled([...this.#jobs.values()].map(({ page }) => page));
    await Promise.race([finished, setTimeout(FINISH_WITHIN, undefined, { ref: false })]);
    await this.#worker?.terminate();
  }

  render(url: string, ask: Ask): Promise<RenderedPage> {
    // The page that is rejected with the thread says why.
    if (!this.#worker) this.start().catch(() => undefined);
    const job = Promise.withResolvers<RenderedPage>();
    const page = ++this.#lastPage;
    this.#jobs.set(page, { ...job, ask, page: job.promise });
    this.#send({ kind: 'render', page, url });
    return job.promise;
  }

  #send(message: ToThread): void {
    this.#worker?.postMessage(message);
  }

  #take(message: Exclude<FromThread, { kind: 'ready' }>): void {
    if (message.kind === 'calls') {
      for (const call of message.calls) void this.#answer(call);
      return;
    }
    const job = this.#jobs.get(message.page);
    this.#jobs.delete(message.page);
    if (message.kind === 'rendered') job?.resolve(message.rendered);
    else job?.reject(message.error);
  }

  async #answer({ id, page, route, input }: Call): Promise<void> {
    try {
      this.#answers.add({ id, text: await this.#jobs.get(page)?.ask(route, input) });
    } catch (error) {
      // Nothing else is thrown to pages.
      this.#answers.add({ id, error: (error as ApiError).body });
    }
  }
}
