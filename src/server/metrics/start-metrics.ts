import type { Log } from '../../platform/diagnostics/log.ts';
import { serveMetrics } from './metrics-server.ts';
import { type MeasuredNode, measureNode } from './node-metrics.ts';

/** Measures a node from now on, and serves the metrics. */
export function startMetrics(
  address: { readonly port: number; readonly host: string },
  node: MeasuredNode,
  log: Pick<Log, 'error'>,
): Promise<{ stop(): void }> {
  return serveMetrics(address, measureNode(node), log);
}
