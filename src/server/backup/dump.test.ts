import fc from 'fast-check';
import { expect, test } from 'vitest';
import { collect } from '../../../tests/support/collect.ts';
import { countRows, splitIntoParts } from './dump.ts';

const rows = fc.array(fc.string({ maxLength: 30 }).map((text) => `${text.replaceAll('\n', '')}\n`));

test('chunks end with a complete row, and do not depend on how the rows arrive', async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 60 }),
      async (all, size, partBytes) => {
        const content = Buffer.from(all.join(''));
        async function* chunks(bytes: number) {
          for (let at = 0; at < content.length; at += bytes) yield content.subarray(at, at + bytes);
        }
        const parts = await collect(splitIntoParts(chunks(size), partBytes));
        expect(Buffer.concat(parts)).toEqual(content);
        expect(parts.reduce((sum, part) => sum + countRows(part), 0)).toBe(all.length);
        for (const part of parts) expect(part.at(-1)).toBe(10);
        for (const part of parts) expect(part.length <= partBytes || countRows(part) === 1).toBe(true);
        expect(await collect(splitIntoParts(chunks(content.length || 1), partBytes))).toEqual(parts);
      },
    ),
  );
});
