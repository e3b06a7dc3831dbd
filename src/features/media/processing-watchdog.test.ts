import { afterEach, expect, test, vi } from 'vitest';
import { photograph } from '../../../tests/support/photograph.ts';
import { validatePicture } from './commands.server.ts';
import { type Watchdog, setWatchdog, runWatched } from './processing-watchdog.server.ts';

const told: (string | null)[] = [];
const watcher: Watchdog = {
  onPicture: async (sha256) => void told.push(sha256),
  onTimeout: () => expect.unreachable(),
  dangerous: new Set(),
};
afterEach(() => void told.splice(0));

test('one picture is in work at a time, and it is known which', async () => {
  setWatchdog(watcher);
  const [first, second] = await Promise.all([photograph(900, 600), photograph(900, 601)]);
  const [a, b] = await Promise.all([validatePicture(first), validatePicture(second)]);
  expect(told).toEqual([a.sha256, null, b.sha256, null]);
});

test('a picture that has ended processes is not opened again, and no other waits for it', async () => {
  const content = await photograph(900, 602);
  setWatchdog(watcher);
  const { sha256 } = await validatePicture(content);
  setWatchdog({ ...watcher, dangerous: new Set([sha256]) });
  told.splice(0);
  await expect(validatePicture(content)).rejects.toMatchObject({
    errorType: 'INVALID',
    message: 'This picture takes too long to open. Please export it again.',
  });
  expect(told).toEqual([]);
  await validatePicture(await photograph(900, 603));
});

test('what does not come to an end ends the process, while that picture is known to be in work', async () => {
  const onTimeout = vi.fn<() => void>();
  setWatchdog({ ...watcher, onTimeout });
  const stuck = Promise.withResolvers<void>();
  const work = runWatched('stuck', () => stuck.promise, 1);
  await expect.poll(() => onTimeout.mock.calls).toHaveLength(1);
  expect(told).toEqual(['stuck']);
  stuck.resolve();
  await work;
});
