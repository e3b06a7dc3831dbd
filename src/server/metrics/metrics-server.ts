import { once } from 'node:events';
import { createServer } from 'node:http';
import { StartupError } from '../../platform/db/startup-error.ts';
import type { Log } from '../../platform/diagnostics/log.ts';
import { NOTHING_POLICY } from '../http/security-headers.ts';
import { describeListenFailure } from '../startup-failure-message.ts';

const HEADERS = {
  'content-type': 'text/plain; version=0.0.4; charset=utf-8',
  'content-security-policy': NOTHING_POLICY,
  'x-content-type-options': 'nosniff',
};

/**
 * Serves metrics at /metrics on a separate host and port that the public cannot reach, so that no limit of the public server applies and no
 * rule of its proxy can expose them.
 */
export async function serveMetrics(
  address: { readonly port: number; readonly host: string },
  readMetrics: () => Promise<string>,
  log: Pick<Log, 'error'>,
): Promise<{ stop(): void }> {
  const server = createServer((request, response) => {
    // Not parsed as a URL: some targets that HTTP allows, such as `//`, are none.
    const [path] = (request.url ?? '').split('?', 1);
    if (path !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    readMetrics().then(
      (text) => response.writeHead(200, HEADERS).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'the metrics could not be read');
        response.writeHead(500).end();
      },
    );
  });
  server.listen(address.port, address.host);
  await once(server, 'listening').catch((error: Error) => {
    const message = describeListenFailure(error, 'METRICS_PORT');
    throw message ? new StartupError(message, { cause: error }) : error;
  });
  return {
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
