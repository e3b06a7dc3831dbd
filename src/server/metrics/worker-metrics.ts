import { Registry, collectDefaultMetrics } from 'prom-client';
import { measureJobs } from './operation-metrics.ts';

/** Prefix of the metrics of the process, which would have the same names as those of the serving process. */
const PREFIX = 'recce_worker_';

/** Measures the worker process from now on. Returns a function that reads its metrics in the text format of Prometheus. */
export function measureWorker(): () => Promise<string> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: PREFIX });
  measureJobs(registry);
  return () => registry.metrics();
}
