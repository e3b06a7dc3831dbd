import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/platform/db/migrate.ts';
import { createRunFolder } from './run-folder.ts';
import { administer, siblingDatabase, startTestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    database: {
      /** The only database server of this test run. */
      serverUrl: string;
      /** Name of the template database, migrated and empty. Read-only; tests clone it. */
      template: string;
    };
  }
}

/** Starts the database server of a test run. Returns the teardown. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const deleteRunFolder = await createRunFolder();
  const server = await startTestServer();
  const template = `recce_test_${randomBytes(6).toString('hex')}`;
  await administer(server.url, `create database ${template}`);
  await migrate(siblingDatabase(server.url, template), { info() {} });
  project.provide('database', { serverUrl: server.url, template });
  return async () => {
    await administer(server.url, `drop database ${template} with (force)`);
    await server.stop();
    await deleteRunFolder();
  };
}
