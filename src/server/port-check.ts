import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../platform/settings/config.ts';
import { StartupError } from '../platform/db/startup-error.ts';
import { describeListenFailure } from './startup-failure-message.ts';

/**
 * Checks that a node will be able to listen on its ports, before it starts its embedded database.
 * @throws {StartupError} that names the setting
 */
export async function assertPortsFree({ port, host, metrics }: Pick<Config, 'port' | 'host' | 'metrics'>) {
  await assertPortFree({ port, host }, 'PORT');
  if (metrics) await assertPortFree(metrics, 'METRICS_PORT');
}

async function assertPortFree(address: { port: number; host: string }, setting: 'PORT' | 'METRICS_PORT') {
  const server = createServer().listen(address);
  await once(server, 'listening').catch((error: Error) => {
    const message = describeListenFailure(error, setting);
    throw message ? new StartupError(message, { cause: error }) : error;
  });
  server.close();
  await once(server, 'close');
}
