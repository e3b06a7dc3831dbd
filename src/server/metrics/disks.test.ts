import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { listDisks } from './disks.ts';

test.each([
  ['a bucket', 's3://films', {}],
  ['a folder of the same disk', `file://${tmpdir()}`, {}],
  ['a folder of another disk', 'file:///dev', { files: '/dev' }],
])('measures the data folder, and the storage where needed: %s', async (_, storageUrl, more) => {
  expect(await listDisks({ dataDir: tmpdir(), storageUrl })).toEqual({ data: tmpdir(), ...more });
});
