import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { userInfo } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { serveMetrics } from './metrics/metrics-server.ts';
import { describeStartupFailure } from './startup-failure-message.ts';

async function occupyPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('names the setting of a port that is in use', async () => {
  const port = await occupyPort();
  const inUse = `127.0.0.1:${port} is in use by another program or node`;
  const [error] = await once(createServer().listen(port, '127.0.0.1'), 'error').catch((cause: unknown) => [cause]);
  expect(describeStartupFailure(error)).toBe(`PORT: ${inUse}`);
  const metrics = serveMetrics({ port, host: '127.0.0.1' }, async () => '', { error() {} });
  expect(describeStartupFailure(await metrics.catch((cause: unknown) => cause))).toBe(`METRICS_PORT: ${inUse}`);
});

test.each([
  ['EACCES', 'PORT: 127.0.0.1:80 needs privileges: use a port from 1024'],
  ['EADDRNOTAVAIL', 'HOST: this machine has no address 127.0.0.1'],
])('says what to do about %s', (code, message) => {
  const error = Object.assign(new Error(code), { code, syscall: 'listen', address: '127.0.0.1', port: 80 });
  expect(describeStartupFailure(error)).toBe(message);
});

test.each([
  ['28P01', /^The database cannot be used \(.*\): check DATABASE_URL\.$/],
  ['XX001', /^The database cannot be used \(.*\): restore it from a backup, see docs\/backup\.md\.$/],
])('advises a restore only for damage: %s', (code, message) => {
  expect(describeStartupFailure(Object.assign(new Error('reason'), { code }))).toMatch(message);
});

test('names a file that the user may not use', () => {
  const error = Object.assign(new Error('EACCES'), {
    code: 'EACCES',
    syscall: 'opendir',
    path: '/srv/files/originals',
  });
  expect(describeStartupFailure(error)).toBe(
    `There is no permission for the user ${userInfo().username} to use /srv/files/originals.`,
  );
});
