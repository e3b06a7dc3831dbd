import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { emptyDatabase } from '../../../tests/support/database.ts';
import { startImapServer } from '../../../tests/support/imap-server.ts';
import { startS3Service } from '../../../tests/support/s3-service.ts';
import { administer } from '../../../tests/support/test-server.ts';
import { readDemoConfig } from '../../platform/settings/config.ts';
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

test('leaves nothing in a folder, which root may have tried', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'recce-storage-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const checks = await checkConnections({ ...readDemoConfig({}), storageUrl: pathToFileURL(folder).href });
  expect(checks.find(({ name }) => name === 'Storage')!.result).toEqual({
    ok: 'files can be written, read and deleted',
  });
  expect(await readdir(folder)).toEqual(['.temporary']);
});

test('logs in to the mailbox of replies, and does not tell its password', async () => {
  const imap = await startImapServer();
  const mailbox = async (url: string) => {
    const checks = await checkConnections(readDemoConfig({ INBOUND_MAIL: url }));
    return checks.find(({ name }) => name === 'Mailbox')!.result;
  };
  expect(await mailbox(imap.url)).toEqual({ ok: 'team@agency.example@127.0.0.1/INBOX can be read' });
  expect(await mailbox(imap.url.replace('INBOX', 'Replies'))).toEqual({
    failed: 'Error NO no such folder: check INBOUND_MAIL',
  });
  expect(await mailbox(imap.url.replace(/:[^:]*@/, ':wrong@'))).toEqual({
    failed: 'Error NO AUTHENTICATIONFAILED log-in rejected: check INBOUND_MAIL',
  });
});

describe('a login that can neither create nor use the role of the site', async () => {
  const { serverUrl } = inject('database');
  const url = new URL(await emptyDatabase());
  const name = url.pathname.slice(1);
  const login = `setup_${name.slice(-12)}`;
  url.username = login;
  await administer(serverUrl, `create role ${login} login`);
  await administer(serverUrl, `alter database ${name} owner to ${login}`);
  afterAll(async () => {
    await administer(serverUrl, `alter database ${name} owner to current_user`);
    await administer(serverUrl, `drop role ${login}`);
  });

  test('is rejected before anything is changed', async () => {
    const [database] = await checkConnections({ ...readDemoConfig({}), databaseUrl: url.href });
    expect(database!.result).toEqual({
      failed: expect.stringMatching(/^The login of DATABASE_URL cannot (create|use) the role .*, and start again\.$/),
    });
  });
});
