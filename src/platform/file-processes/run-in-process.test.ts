import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { wordDocument } from '../../../tests/support/word-documents.ts';
import { ApiError } from '../http/contract.ts';
import { runInProcess } from './run-in-process.ts';

const VALIDATION = new URL('../../features/enquiries/files/validate-file.process.ts', import.meta.url);
const onLimit = () => new ApiError('INVALID', 'too complex');
const folder = await mkdtemp(path.join(tmpdir(), 'recce-processes-'));
afterAll(() => rm(folder, { recursive: true }));
let scripts = 0;
async function script(text: string): Promise<URL> {
  const file = path.join(folder, `${scripts++}.mjs`);
  await writeFile(file, text);
  return pathToFileURL(file);
}

test('returns the result', async () => {
  expect(await runInProcess(VALIDATION, wordDocument(), onLimit)).toMatch(/wordprocessingml/);
});

test('rejects with the error for the person who sent the file', async () => {
  const rejected = runInProcess(VALIDATION, Buffer.from('MZ'), onLimit);
  await expect(rejected).rejects.toMatchObject({ name: 'ApiError', errorType: 'UNSUPPORTED_MEDIA' });
});

test.each([
  ['time', 'for (;;);'],
  ['memory', 'const all = []; for (;;) all.push(new Array(1000).fill(all.length));'],
])('ends a process that uses too much %s', async (_, text) => {
  const ended = runInProcess(await script(text), Buffer.from('a'), onLimit, { timeoutMs: 2_000, maxHeapMb: 32 });
  await expect(ended).rejects.toThrow('too complex');
});

test.each([
  ['throws', `throw new TypeError('a mistake')`, 'ended with code 1', 'TypeError: a mistake'],
  ['does not answer', '', 'ended with code 0', ''],
])('reports a process that %s, with its stderr', async (_, text, message, stderr) => {
  const error = await runInProcess(await script(text), Buffer.from('a'), onLimit).catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    message: expect.stringContaining(message),
    cause: { message: expect.stringContaining(stderr) },
  });
});

test('gives processes none of the settings of the site', async () => {
  const entry = await script('process.once("message", () => process.send({ result: Object.keys(process.env) }))');
  expect(await runInProcess(entry, Buffer.from('a'), onLimit)).toEqual([]);
});
