import { expect, test } from 'vitest';
import { photograph } from '../../../../tests/support/photograph.ts';
import { createDecoder } from './decoder-process.server.ts';
import { toBytes } from './decoder-frames.ts';
import { PICTURE_TOO_SLOW } from '../messages.ts';

const rejected = { errorType: 'INVALID', message: PICTURE_TOO_SLOW };
const NOTHING = new Uint8Array();
const analyse = { operation: 'analyse' } as const;

/** Runs JavaScript in place of the decoder. */
const program = (code: string) => async (): Promise<[string, ...string[]]> => [process.execPath, '--eval', code];
const reply = (header: object) => `process.stdout.write(Buffer.from('${toHex(header)}', 'hex'))`;
const toHex = (header: object) => Buffer.concat(toBytes({ header, body: NOTHING })).toString('hex');

test('decodes pictures one after the other in one process', async () => {
  const decoder = createDecoder();
  const pictures = await Promise.all([photograph(900, 600), photograph(901, 600), photograph(902, 600)]);
  const results = await Promise.all(pictures.map((content, index) => decoder.run(`${index}`, analyse, content)));
  expect(results.map(({ result }) => result)).toMatchObject([{ width: 900 }, { width: 901 }, { width: 902 }]);
});

test('rejects a picture after it has crashed two decoders, and goes on with others', async () => {
  const crash = `process.stdin.once('data', (frame) => frame.includes('hostile') ? process.kill(process.pid, 'SIGSEGV') : ${reply({ outcome: 'result', result: 'decoded' })})`;
  const decoder = createDecoder({ getCommand: program(crash) });
  const hostile = Buffer.from('hostile');
  const run = () => decoder.run('hostile', analyse, hostile);
  await expect(run()).rejects.toThrow('the decoder ended while it processed picture hostile: SIGSEGV');
  await expect(run()).rejects.toThrow('SIGSEGV');
  await expect(run()).rejects.toMatchObject(rejected);
  expect(await decoder.run('harmless', analyse, NOTHING)).toMatchObject({ result: 'decoded' });
});

test('does not hold kills from outside against a picture', async () => {
  const decoder = createDecoder({ getCommand: program(`process.kill(process.pid, 'SIGKILL')`) });
  for (let kills = 0; kills < 4; kills++) {
    await expect(decoder.run('killed', analyse, NOTHING)).rejects.toThrow('SIGKILL');
  }
});

test('kills a decoder that takes too long, and rejects the picture after the second time', async () => {
  const decoder = createDecoder({ getCommand: program('process.stdin.resume()'), timeoutMs: 100 });
  await expect(decoder.run('slow', analyse, NOTHING)).rejects.toThrow('SIGKILL');
  await expect(decoder.run('slow', analyse, NOTHING)).rejects.toThrow('SIGKILL');
  await expect(decoder.run('slow', analyse, NOTHING)).rejects.toMatchObject(rejected);
});

test.each([
  ['a response that is too long', `process.stdout.write(Buffer.alloc(8, 255))`, 'a frame is too long'],
  ['a response that is not JSON', `process.stdout.write(Buffer.from('000000010000000078', 'hex'))`, 'JSON'],
  ['an unknown response', reply({ outcome: 'something' }), 'invalid_union'],
  ['an error of another type', reply({ outcome: 'rejected', errorType: 'FORBIDDEN', message: '' }), 'UNSUPPORTED'],
])('does not trust a decoder with %s', async (_, code, message) => {
  const decoder = createDecoder({ getCommand: program(`process.stdin.once('data', () => ${code})`) });
  await expect(decoder.run('hostile', analyse, NOTHING)).rejects.toThrow(message);
});

test('ends an idle decoder, and starts another one for the next picture', async () => {
  const decoder = createDecoder({
    getCommand: program(
      `process.stdin.once('data', () => { const header = JSON.stringify({ outcome: 'result', result: process.pid });
        const prefix = Buffer.alloc(8); prefix.writeUInt32BE(header.length, 0); process.stdout.write(prefix + header); })`,
    ),
    idleMs: 1,
  });
  const first = (await decoder.run('a', analyse, NOTHING)).result as number;
  await expect.poll(() => isRunning(first)).toBe(false);
  expect((await decoder.run('b', analyse, NOTHING)).result).not.toBe(first);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
