import { afterEach, expect, test, vi } from 'vitest';
import { photograph } from '../../../tests/support/photograph.ts';
import { validatePicture } from './commands.server.ts';
import { type Watchdog, setWatchdog, runWatched } from './processing-watchdog.server.ts';

const reported: (string | null)[] = [];
const watcher: Watchdog = {
  onPicture: async (sha256) => void reported.push(sha256),
  onTimeout: () => expect.unreachable(),
  quarantined: new Set(),
};
afterEach(() => void reported.splice(0));

test('processes and reports one picture at a time', async () => {
  setWatchdog(watcher);
  const [first, second] = await Promise.all([photograph(900, 600), photograph(900, 601)]);
  const [a, b] = await Promise.all([validatePicture(first), validatePicture(second)]);
  expect(reported).toEqual([a.sha256, null, b.sha256, null]);
});

test('rejects a picture that has crashed workers, and goes on with the next', async () => {
  const content = await photograph(900, 602);
  setWatchdog(watcher);
  const { sha256 } = await validatePicture(content);
  setWatchdog({ ...watcher, quarantined: new Set([sha256]) });
  reported.splice(0);
  await expect(validatePicture(content)).rejects.toMatchObject({
    errorType: 'INVALID',
    message: 'This picture takes too long to open. Please export it again.',
  });
  expect(reported).toEqual([]);
  await validatePicture(await photograph(900, 603));
});

test('calls onTimeout while the picture is still reported', async () => {
  const onTimeout = vi.fn<() => void>();
  setWatchdog({ ...watcher, onTimeout });
  const stuck = Promise.withResolvers<void>();
  const work = runWatched('stuck', () => stuck.promise, 1);
  await expect.poll(() => onTimeout.mock.calls).toHaveLength(1);
  expect(reported).toEqual(['stuck']);
  stuck.resolve();
  await work;
});
