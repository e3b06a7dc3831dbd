import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitInto, layOutRow } from './row.ts';

const AREA = { width: 187, height: 40 };
const ratios = fc.array(fc.double({ min: 0.5, max: 2.5, noNaN: true }), { minLength: 1, maxLength: 4 });

test('photographs beside each other fit into their row, and none loses more than a fifth', () => {
  fc.assert(
    fc.property(ratios, (row) => {
      const sizes = layOutRow(row, AREA, 4);
      const total = sizes.reduce((sum, { width }) => sum + width, 4 * (row.length - 1));
      expect(total).toBeLessThan(AREA.width + 0.01);
      for (const [n, { width, height }] of sizes.entries()) {
        expect(height).toBeLessThan(AREA.height + 0.01);
        expect(width / height / row[n]!).toBeGreaterThan(0.99);
        expect(width / height / row[n]!).toBeLessThan(1.26);
      }
    }),
  );
});

test('a photograph fits into an area, and loses no more than a fifth', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.4, max: 3, noNaN: true }), (ratio) => {
      const { width, height } = fitInto(ratio, AREA);
      expect(Math.max(width / AREA.width, height / AREA.height)).toBeCloseTo(1);
      expect(Math.abs(Math.log(width / height / ratio))).toBeLessThan(Math.log(1.26));
    }),
  );
});
