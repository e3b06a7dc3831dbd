import { expect, test } from 'vitest';
import { startS3Service } from '../../../tests/support/s3-service.ts';
import { readDemoConfig } from '../../platform/config.ts';
import { checkConnections } from './connection-checks.ts';

test('accepts a bucket to which a file can be written, and leaves nothing there', async () => {
  const service = await startS3Service('pictures');
  const storage = async () => {
    const checks = await checkConnections({ ...readDemoConfig({}), storageUrl: service.getUrl() });
    return checks.find(({ option }) => option === 'storage-url')!.result;
  };
  expect(await storage()).toEqual({ ok: 'files can be written, read and deleted' });
  expect(service.objects.size).toBe(0);
  service.rejects = ({ method }) => method === 'PUT';
  expect(await storage()).toEqual({ failed: expect.stringContaining('check STORAGE_URL') });
});
