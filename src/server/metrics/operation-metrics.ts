import { Counter, Histogram, type Registry } from 'prom-client';
import { type Operation, operations } from '../../platform/diagnostics/channels.ts';

/** Upper limits of histogram buckets in seconds. */
const FAST = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];
const SLOW = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60];

type Observe = (operation: Operation, seconds: number) => void;
type Observers = Readonly<Partial<Record<Operation['kind'], Observe>>>;

/** Measures searches and rendered pages. */
export function measureSearchesAndPages(registry: Registry): void {
  const search = new Histogram({
    name: 'recce_search_duration_seconds',
    help: 'Time of the search engine, by kind of search',
    labelNames: ['kind'],
    buckets: FAST,
    registers: [registry],
  });
  const render = new Histogram({
    name: 'recce_render_duration_seconds',
    help: 'Time to render a page, without the time in the queue',
    labelNames: ['outcome'],
    buckets: SLOW,
    registers: [registry],
  });
  observeOperations({
    search: ({ name }, seconds) => search.observe({ kind: name }, seconds),
    render: (operation, seconds) => render.observe({ outcome: getOutcome(operation) }, seconds),
  });
}

/** Measures the work of the worker: jobs, emails and pictures. */
export function measureJobs(registry: Registry): void {
  const job = new Histogram({
    name: 'recce_job_duration_seconds',
    help: 'Time of a job, by queue; a failed job is retried',
    labelNames: ['queue', 'outcome'],
    buckets: SLOW,
    registers: [registry],
  });
  const mails = new Counter({
    name: 'recce_mail_attempts_total',
    help: 'Attempts to send an email; a failed attempt is repeated',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // Rates can be calculated from the first value on.
  for (const outcome of ['ok', 'failed']) mails.inc({ outcome }, 0);
  const picture = new Histogram({
    name: 'recce_picture_duration_seconds',
    help: 'Time of one step of processing a picture: validation, or one rendition',
    labelNames: ['outcome'],
    buckets: SLOW,
    registers: [registry],
  });
  observeOperations({
    job: (operation, seconds) => job.observe({ queue: operation.name, outcome: getOutcome(operation) }, seconds),
    mail: (operation) => mails.inc({ outcome: getOutcome(operation) }),
    picture: (operation, seconds) => picture.observe({ outcome: getOutcome(operation) }, seconds),
  });
}

function getOutcome({ error }: Operation): 'failed' | 'ok' {
  return error === undefined ? 'ok' : 'failed';
}

function observeOperations(observers: Observers): void {
  const startedAt = new WeakMap<Operation, number>();
  const ignore = () => {};
  operations.subscribe({
    start: (operation) => startedAt.set(operation, performance.now()),
    asyncEnd: (operation) =>
      observers[operation.kind]?.(operation, (performance.now() - startedAt.get(operation)!) / 1000),
    end: ignore,
    asyncStart: ignore,
    error: ignore,
  });
}
