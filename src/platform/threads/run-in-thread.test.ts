import { expect, test } from 'vitest';
import { wordDocument } from '../../../tests/support/word-documents.ts';
import { ApiError } from '../http/contract.ts';
import { runInThread } from './run-in-thread.ts';

const VALIDATION = new URL('../../features/enquiries/files/validate-file.thread.ts', import.meta.url);
const onLimit = () => new ApiError('INVALID', 'too complex');
const script = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`);

test('returns the result', async () => {
  expect(await runInThread(VALIDATION, wordDocument(), onLimit)).toMatch(/wordprocessingml/);
});

test('rejects with the error for the person who sent the file', async () => {
  const rejected = runInThread(VALIDATION, Buffer.from('MZ'), onLimit);
  await expect(rejected).rejects.toMatchObject({ name: 'ApiError', errorType: 'UNSUPPORTED_MEDIA' });
});

test.each([
  ['time', 'for (;;);'],
  ['memory', 'const all = []; for (;;) all.push(new Array(1000).fill(all.length));'],
])('ends a thread that uses too much %s', async (_, text) => {
  const ended = runInThread(script(text), Buffer.from('a'), onLimit, { timeoutMs: 2_000, maxHeapMb: 32 });
  await expect(ended).rejects.toThrow('too complex');
});

test.each([
  ['throws', `throw new TypeError('a mistake')`, 'a mistake'],
  ['does not answer', '', 'ended without an answer'],
])('reports a thread that %s', async (_, text, message) => {
  await expect(runInThread(script(text), Buffer.from('a'), onLimit)).rejects.toThrow(message);
});

test('gives threads none of the settings of the site', async () => {
  const entry = script(`import { parentPort } from 'node:worker_threads';
    parentPort.postMessage({ result: Object.keys(process.env) });`);
  expect(await runInThread(entry, Buffer.from('a'), onLimit)).toEqual([]);
});
