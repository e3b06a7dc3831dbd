import { expect, test } from 'vitest';
import { getLuminance, getTextColour } from './colour.ts';

test('text on any colour has a contrast of at least 4.5', () => {
  const digits = Array.from({ length: 16 }, (_, n) => (n * 17).toString(16).padStart(2, '0'));
  const colours = digits.flatMap((red) => digits.flatMap((green) => digits.map((blue) => `#${red}${green}${blue}`)));
  const contrasts = colours.map((colour) => {
    const [darker, lighter] = [getLuminance(colour), getLuminance(`#${getTextColour(colour)}`)].toSorted(
      (a, b) => a - b,
    );
    return (lighter! + 0.05) / (darker! + 0.05);
  });
  expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5);
});
