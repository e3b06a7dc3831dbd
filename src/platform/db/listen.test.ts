import { sql } from 'kysely';
import { type Mock, expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { administer } from '../../../tests/support/test-server.ts';
import { listen } from './listen.ts';
import { openClient } from './pool.ts';

const { url, kysely } = await testDatabase();

/** Resolves when the mock was called this often. */
const calls = (onNotification: Mock, times: number) => expect.poll(() => onNotification.mock.calls.length).toBe(times);

async function listenTo(channel: string) {
  const onNotification = vi.fn();
  const listener = listen({ connect: () => openClient(url), channel, onNotification, log: { warn() {} } });
  onTestFinished(listener.close);
  await calls(onNotification, 1);
  return { listener, onNotification };
}

test('notifies when it starts to listen, and for every notification', async () => {
  const { onNotification } = await listenTo('changes');
  await sql`notify changes`.execute(kysely);
  await calls(onNotification, 2);
});

test('reconnects when its connection is lost, and notifies since it may have missed something', async () => {
  const { onNotification } = await listenTo('cut');
  await administer(url, `select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen "cut"'`);
  await calls(onNotification, 2);
  await sql`notify cut`.execute(kysely);
  await calls(onNotification, 3);
});

test('retries while the database cannot be reached', async () => {
  const onNotification = vi.fn();
  const connect = vi.fn(() => openClient(url)).mockRejectedValueOnce(new Error('unreachable'));
  const listener = listen({ connect, channel: 'later', onNotification, log: { warn() {} } });
  onTestFinished(listener.close);
  await calls(onNotification, 1);
  expect(connect).toHaveBeenCalledTimes(2);
});

test('disconnects and does not notify after close', async () => {
  const { listener, onNotification } = await listenTo('closed');
  await listener.close();
  await sql`notify closed`.execute(kysely);
  const { rowCount } = await administer(url, `select from pg_stat_activity where query ilike 'listen "closed"'`);
  expect(rowCount).toBe(0);
  expect(onNotification).toHaveBeenCalledTimes(1);
});
