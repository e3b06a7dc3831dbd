import { METHODS } from 'node:http';
import { Counter, Histogram, type Registry } from 'prom-client';
import {
  type CompletedRequest,
  type RejectionReason,
  completedRequests,
  rejections,
} from '../../platform/diagnostics/channels.ts';

const REASONS: readonly RejectionReason[] = ['event_loop', 'rate_limit', 'render_queue', 'route_limit'];

/** Counts requests by route pattern, never by URL. Node accepts only known methods, so the number of series is bounded. */
export function measureRequests(registry: Registry): void {
  const duration = new Histogram({
    name: 'recce_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const rejected = new Counter({
    name: 'recce_http_requests_rejected_total',
    help: 'Requests rejected to protect the others: 429 for rate_limit, 503 for the other reasons',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of REASONS) rejected.inc({ reason }, 0);
  const methods = new Set(METHODS);
  completedRequests.subscribe((message) => {
    const { method, route = 'none', status, ms } = message as CompletedRequest;
    duration.observe({ method: methods.has(method) ? method : 'other', route, status }, ms / 1000);
  });
  rejections.subscribe((message) => rejected.inc(message as { reason: RejectionReason }));
}
