import fc from 'fast-check';
import { rgbaToThumbHash, thumbHashToRGBA } from 'thumbhash';
import { describe, expect, it } from 'vitest';
import { toPlaceholderGradient } from './blur-placeholder.ts';

type Colour = readonly [number, number, number];

/** ThumbHash of a picture of horizontal stripes. */
function hashOfStripes(width: number, height: number, stripes: readonly Colour[]): string {
  const rgba = new Uint8Array(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const row = Math.floor(pixel / width);
    rgba.set([...stripes[Math.floor((row * stripes.length) / height)]!, 255], pixel * 4);
  }
  return Buffer.from(rgbaToThumbHash(width, height, rgba)).toString('base64');
}

function coloursOf(gradient: string): Colour[] {
  expect(gradient).toMatch(/^linear-gradient\(#[0-9a-f]{6},#[0-9a-f]{6},#[0-9a-f]{6}\)$/);
  return [...gradient.matchAll(/#(..)(..)(..)/g)].map(
    ([, r, g, b]) => [Number.parseInt(r!, 16), Number.parseInt(g!, 16), Number.parseInt(b!, 16)] as const,
  );
}

function meanOfRow({ w, rgba }: { w: number; rgba: Uint8Array }, row: number): Colour {
  const mean = (part: number) =>
    Array.from({ length: w }, (_, x) => rgba[(row * w + x) * 4 + part]!).reduce((sum, value) => sum + value, 0) / w;
  return [mean(0), mean(1), mean(2)];
}

describe('a placeholder gradient', () => {
  it('has the colours of the decoded ThumbHash for any aspect ratio', () => {
    // A wider picture decodes to too few rows for the bands of the gradient.
    const shorter = fc.integer({ min: 40, max: 100 });
    // Far from black and white, where decoding clips.
    const part = fc.integer({ min: 60, max: 195 });
    const stripes = fc.array(fc.tuple(part, part, part), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(shorter, fc.boolean(), stripes, (side, landscape, colours) => {
        const [width, height] = landscape ? [100, side] : [side, 100];
        const hash = hashOfStripes(width, height, colours);
        const whole = thumbHashToRGBA(Buffer.from(hash, 'base64'));
        coloursOf(toPlaceholderGradient(hash)).forEach((colour, band) => {
          const expected = meanOfRow(whole, Math.floor(((band + 0.5) * whole.h) / 3));
          colour.forEach((value, i) => expect(Math.abs(value - expected[i]!)).toBeLessThan(25));
        });
      }),
    );
  });

  it.each([
    ['landscape', 100, 66],
    ['portrait', 40, 100],
    ['square', 80, 80],
    ['panorama', 100, 20],
  ])('has the colours of a %s picture from top to bottom', (_, width, height) => {
    const [sky, , ground] = coloursOf(
      toPlaceholderGradient(
        hashOfStripes(width, height, [
          [150, 190, 240],
          [70, 90, 40],
        ]),
      ),
    );
    expect(sky![2]).toBeGreaterThan(sky![1]);
    expect(sky![2]).toBeGreaterThan(ground![2] + 80);
    expect(ground![1]).toBeGreaterThan(ground![2]);
  });

  it('ignores horizontal differences', () => {
    const rgba = Uint8Array.from({ length: 90 * 60 * 4 }, (_, i) =>
      i % 4 === 3 || Math.floor(i / 4) % 90 < 45 ? 255 : 0,
    );
    const colours = coloursOf(toPlaceholderGradient(Buffer.from(rgbaToThumbHash(90, 60, rgba)).toString('base64')));
    for (const [r, g, b] of colours) expect([r, g, b].every((value) => Math.abs(value - 128) < 30)).toBe(true);
  });
});
