import sharp from 'sharp';
import { expect, test } from 'vitest';
import { gradient, photograph } from '../../../../tests/support/photograph.ts';
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

/** A PNG of 16 bits per colour with the sRGB profile of one of 8 bits; sharp cannot write one. */
async function deepPicture(color: readonly [number, number, number]): Promise<Buffer> {
  const [width, height] = [900, 600];
  const pixels = new Uint16Array(width * height * 3);
  for (let at = 0; at < pixels.length; at++) pixels[at] = color[at % 3]! * 257;
  const deep = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .toColourspace('rgb16')
    .png()
    .toBuffer();
  const profiled = await sharp(deep).withIccProfile('srgb').toColourspace('srgb').png().toBuffer();
  const profile = profiled.indexOf('iCCP') - 4;
  const chunk = profiled.subarray(profile, profile + 12 + profiled.readUInt32BE(profile));
  return Buffer.concat([deep.subarray(0, 33), chunk, deep.subarray(33)]);
}

test('keeps the colours of a PNG of 16 bits with a colour profile', async () => {
  const color = [200, 60, 40] as const;
  const content = await deepPicture(color);
  expect(await sharp(content).metadata()).toMatchObject({ space: 'rgb16', hasProfile: true });
  const decoder = createDecoder();
  const { body: thumbnail } = await decoder.run('a', analyse, content);
  const encode = { operation: 'encode', sha256: 'a'.repeat(64), width: 320, format: 'webp' } as const;
  const { body: rendition } = await decoder.run('b', encode, content);
  for (const encoded of [thumbnail, rendition]) {
    const { channels } = await sharp(encoded).stats();
    for (const [index, { mean }] of channels.slice(0, 3).entries())
      expect(Math.abs(mean - color[index]!)).toBeLessThan(4);
  }
});

test('encodes a turned JPEG that lacks its last rows', async () => {
  const whole = await gradient(1200, 800).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const cut = whole.subarray(0, -10);
  const decoder = createDecoder();
  const { result } = await decoder.run('a', analyse, cut);
  expect(result).toMatchObject({ width: 800, height: 1200 });
  const encode = { operation: 'encode', sha256: 'b'.repeat(64), width: 320, format: 'webp' } as const;
  const { body: rendition } = await decoder.run('b', encode, cut);
  expect(await sharp(rendition).metadata()).toMatchObject({ width: 320, height: 480 });
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
