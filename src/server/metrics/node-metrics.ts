import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { LogEvent } from 'kysely';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Queue } from '../../platform/jobs/job-queue.ts';
import type { PoolUsage } from '../../platform/db/pool.ts';
import type { Db } from '../../platform/db/transaction.ts';
import { statements } from '../../platform/diagnostics/channels.ts';
import type { App } from '../app.ts';
import { measureDatabase } from './database-metrics.ts';
import { measureSearchesAndPages } from './operation-metrics.ts';
import { measureRequests } from './request-metrics.ts';

const MANIFEST = new URL('../../../package.json', import.meta.url);

/** The sources of the metrics of a node. */
export interface MeasuredNode {
  readonly name: string;
  /** Folders by name, each on its own disk. */
  readonly folders: Readonly<Record<string, string>>;
  readonly db: Db;
  readonly queues: readonly Pick<Queue, 'name'>[];
  /** The name of the mailbox that is read; undefined if none is. */
  readonly mailbox: string | undefined;
  readonly getPoolUsage: () => PoolUsage;
  readonly app: Pick<App, 'getState'>;
  readonly worker: {
    /** The metrics that the worker sent last, in the text format; undefined if it does not run. */
    getMetrics(): string | undefined;
    getRestarts(): number;
  };
}

/** Measures this node from now on. Returns a function that reads all metrics in the text format of Prometheus. */
export function measureNode(node: MeasuredNode): () => Promise<string> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureRequests(registry);
  measureSearchesAndPages(registry);
  measureStatements(registry);
  const readState = measureState(registry, node);
  const readDatabase = measureDatabase(registry, { db: node.db, queues: node.queues, mailbox: node.mailbox });
  return async () => {
    await Promise.all([readState(), readDatabase()]);
    return (await registry.metrics()) + (node.worker.getMetrics() ?? '');
  };
}

function measureStatements(registry: Registry): void {
  const duration = new Histogram({
    name: 'recce_db_statement_duration_seconds',
    help: 'Time of SQL statements of this node, without waiting for a connection',
    labelNames: ['outcome'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  });
  statements.subscribe((message) => {
    const { level, queryDurationMillis } = message as LogEvent;
    duration.observe({ outcome: level === 'error' ? 'failed' : 'ok' }, queryDurationMillis / 1000);
  });
}

/** Registers what is read at each scrape. Returns a function that reads it. */
function measureState(registry: Registry, { name, folders, getPoolUsage, app, worker }: MeasuredNode) {
  const gauge = <Label extends string>(gaugeName: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge<Label>({ name: gaugeName, help, labelNames, registers: [registry] });
  /** A counter whose value is counted elsewhere. */
  const counter = (counterName: string, help: string, read: () => number) =>
    new Counter({
      name: counterName,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  gauge('recce_build_info', 'Version and name of the node', ['version', 'node']).set(
    { version: readVersion(), node: name },
    1,
  );
  const connections = gauge('recce_db_pool_connections', 'Connections of the pool', ['state']);
  const maxConnections = gauge('recce_db_pool_connections_max', 'The most connections that the pool opens');
  const waitingForConnection = gauge('recce_db_pool_waiting', 'Transactions and statements that wait for a connection');
  const generation = gauge(
    'recce_search_index_generation',
    'Generation of the catalogue in the search index of this node',
  );
  const staleness = gauge(
    'recce_search_index_staleness_seconds',
    'Time since this node was last known to be up to date',
  );
  const rendering = gauge('recce_render_pages', 'Pages that are being rendered, or wait for it', ['state']);
  const maxRendering = gauge('recce_render_pages_max', 'The most pages that are rendered at the same time');
  const storageUp = gauge('recce_storage_up', 'Whether this node reaches the storage');
  const workerUp = gauge('recce_worker_up', 'Whether the worker of this node has reported within the last seconds');
  const diskFree = gauge('recce_disk_free_bytes', 'Free space on the disk of a folder', ['folder']);
  const diskSize = gauge('recce_disk_size_bytes', 'Size of the disk of a folder', ['folder']);
  counter(
    'recce_render_worker_restarts_total',
    'Render workers that were replaced',
    () => app.getState().rendering?.restarts ?? 0,
  );
  counter('recce_worker_restarts_total', 'Restarts of the worker', worker.getRestarts);
  return async () => {
    const pool = getPoolUsage();
    connections.set({ state: 'active' }, pool.active);
    connections.set({ state: 'idle' }, pool.idle);
    maxConnections.set(pool.max);
    waitingForConnection.set(pool.waiting);
    const state = app.getState();
    generation.set(state.generation);
    staleness.set(state.stalenessMs / 1000);
    rendering.set({ state: 'active' }, state.rendering?.running ?? 0);
    rendering.set({ state: 'waiting' }, state.rendering?.waiting ?? 0);
    maxRendering.set(state.rendering?.max ?? 0);
    storageUp.set(state.storageAvailable ? 1 : 0);
    workerUp.set(worker.getMetrics() === undefined ? 0 : 1);
    for (const [folder, path] of Object.entries(folders)) {
      const { bavail, blocks, bsize } = await statfs(path);
      diskFree.set({ folder }, bavail * bsize);
      diskSize.set({ folder }, blocks * bsize);
    }
  };
}

function readVersion(): string {
  return (JSON.parse(readFileSync(MANIFEST, 'utf8')) as { version: string }).version;
}
