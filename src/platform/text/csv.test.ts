import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { fetchInBatches, toCsv } from './csv.ts';

async function writeCsv(rows: Parameters<typeof toCsv>[1]): Promise<string> {
  let text = '';
  for await (const chunk of toCsv(['Title', 'Live'], rows)) text += chunk;
  return text;
}

test('writes rows that parse back to the same values', async () => {
  const text = await writeCsv(
    (async function* () {
      yield [['Mill, “old”\nLeith', true]];
      yield [
        [null, false],
        ['a"b', undefined],
      ];
    })(),
  );
  expect(Buffer.from(text).subarray(0, 3).toString('hex')).toBe('efbbbf');
  expect(parse(text, { bom: true })).toEqual([
    ['Title', 'Live'],
    ['Mill, “old”\nLeith', 'Yes'],
    ['', 'No'],
    ['a"b', ''],
  ]);
});

test.each(['Pier\nSlipway', 'Pier\rSlipway', 'Pier\r\nSlipway', '\n', 'Pier\n'])(
  'keeps %j in one cell',
  async (typed) => {
    const text = await writeCsv([[[typed, true]], [['Mill', false]]]);
    // Programs differ in which line break ends a row when it is left to them.
    for (const record_delimiter of [['\r\n'], ['\r\n', '\n'], ['\r\n', '\r'], []])
      expect(parse(text, { bom: true, record_delimiter })).toEqual([
        ['Title', 'Live'],
        [typed, 'Yes'],
        ['Mill', 'No'],
      ]);
  },
);

test.each(['=1+1', '+44 131', '-2', '@sum'])('escapes the formula %s', async (typed) => {
  const text = await writeCsv(
    (async function* () {
      yield [[typed, true]];
    })(),
  );
  expect(text.split('\r\n')[1]).toBe(`'${typed},Yes`);
});

test('fetches the rows of many ids in batches, in order', async () => {
  const ids = Array.from({ length: 2_001 }, (_, n) => n);
  const sizes: number[] = [];
  const rows: number[] = [];
  const batches = fetchInBatches(ids, async (some) => {
    sizes.push(some.length);
    return some.map((id) => [id]);
  });
  for await (const batch of batches) rows.push(...batch.map(([id]) => Number(id)));
  expect(sizes).toEqual([1_000, 1_000, 1]);
  expect(rows).toEqual(ids);
});
