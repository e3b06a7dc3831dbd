import { sql } from 'kysely';
import { type Mock, expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { administer } from '../../../tests/support/test-server.ts';
import { listen } from './listen.ts';
import { openClient } from './pool.ts';

const { url, kysely } = await testDatabase();

/** Resolves once it was woken this often. */
const woken = (onWake: Mock, times: number) => expect.poll(() => onWake.mock.calls.length).toBe(times);

async function listenTo(channel: string) {
  const onNotification = vi.fn();
  const listener = listen({ connect: () => openClient(url), channel, onNotification, log: { warn() {} } });
  onTestFinished(listener.close);
  await woken(onNotification, 1);
  return { listener, onWake: onNotification };
}

test('wakes when it begins to listen, and for every notification', async () => {
  const { onWake } = await listenTo('changes');
  await sql`notify changes`.execute(kysely);
  await woken(onWake, 2);
});

test('comes back when its connection is cut, and wakes since it may have missed something', async () => {
  const { onWake } = await listenTo('cut');
  await administer(url, `select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen "cut"'`);
  await woken(onWake, 2);
  await sql`notify cut`.execute(kysely);
  await woken(onWake, 3);
});

test('keeps trying while the database cannot be reached', async () => {
  const onNotification = vi.fn();
  const connect = vi.fn(() => openClient(url)).mockRejectedValueOnce(new Error('unreachable'));
  const listener = listen({ connect, channel: 'later', onNotification, log: { warn() {} } });
  onTestFinished(listener.close);
  await woken(onNotification, 1);
  expect(connect).toHaveBeenCalledTimes(2);
});

test('is silent and disconnected once closed', async () => {
  const { listener, onWake } = await listenTo('closed');
  await listener.close();
  await sql`notify closed`.execute(kysely);
  const { rowCount } = await administer(url, `select from pg_stat_activity where query ilike 'listen "closed"'`);
  expect(rowCount).toBe(0);
  expect(onWake).toHaveBeenCalledTimes(1);
});
