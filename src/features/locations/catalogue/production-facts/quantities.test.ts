import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Unit, UNITS, formatQuantity, parseQuantity } from './quantities.ts';

describe('a number with a unit', () => {
  it.each<[typed: string, unit: Unit | null, parsed: number]>([
    ['3.5', 'm', 3.5],
    ['3.5 m', 'm', 3.5],
    ['3.5m.', 'm', 3.5],
    ['.5 km', 'm', 500],
    ['350 cm', 'm', 3.5],
    ['12 ft', 'm', 3.66],
    ['12 feet 6 inches', 'm', 3.81],
    ['12 ft, 6 in', 'm', 3.81],
    ['12\' 6"', 'm', 3.81],
    ['12′6″', 'm', 3.81],
    ["12'6", 'm', 3.81],
    ['12\'-6"', 'm', 3.81],
    ['12 ft – 6 in', 'm', 3.81],
    ['12½ ft', 'm', 3.81],
    ['12\' 6 ½"', 'm', 3.82],
    ['¾ mile', 'm', 1207.01],
    ['5ft2in', 'm', 1.57],
    ['1 m 20 cm', 'm', 1.2],
    ['0.25 mile', 'm', 402.34],
    ['2 ft 11 in', 'mm', 889],
    ['0.9 m', 'mm', 900],
    ['1,300 sq ft', 'm²', 120.8],
    ['1,300 sq. ft.', 'm²', 120.8],
    ['120 m2', 'm²', 120],
    ['120m²', 'm²', 120],
    ['1 square metre', 'm²', 1],
    ['5 kN/m2', 'kg/m²', 510],
    ['100 psf', 'kg/m²', 488],
    ['1,400 lb', 'kg', 635],
    ['1.5 t', 'kg', 1500],
    ['63 amps', 'A', 63],
    ['63A', 'A', 63],
    ['2 weeks', 'days', 14],
    ['14 days', 'days', 14],
    ['1 week 3 days', 'days', 10],
    ['48 hours', 'days', 2],
    ['1 month', 'days', 30],
    ['2 months', 'days', 60],
    ['1,200', null, 1200],
    ['0', null, 0],
  ])('parses %s in %s', (typed, unit, parsed) => {
    expect(parseQuantity(typed, unit)).toBe(parsed);
  });

  it.each<[typed: string, unit: Unit | null]>([
    ['', 'm'],
    ['high', 'm'],
    ['-3', 'm'],
    ['3,5 m', 'm'],
    ['1,30 m', 'm'],
    ['10-12 ft', 'm'],
    ['10 ft - 12 ft', 'm'],
    ['10 ft - 12', 'm'],
    ['0.001', 'm'],
    ['0.3', 'mm'],
    ['1 hour', 'days'],
    ['1/2 m', 'm'],
    ['3 kg', 'm'],
    ['6 in 12 ft', 'm'],
    ['12 6', 'm'],
    ['12 6 in', 'm'],
    ["12' 6 7", 'm'],
    ['1 m 20', 'm'],
    ['3.5.1', 'm'],
    ['1.5', null],
    ['12 cars', null],
  ])('rejects %s in %s', (typed, unit) => {
    expect(parseQuantity(typed, unit)).toBeUndefined();
  });

  it('is read again as it is shown', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(UNITS) as Unit[]), null),
        fc.nat({ max: 10_000_000 }),
        (unit, digits) => {
          const value = digits / 10 ** (unit === null ? 0 : UNITS[unit].decimals);
          expect(parseQuantity(formatQuantity(value, unit), unit)).toBe(value);
        },
      ),
    );
  });

  it('is the same in each unit in which it can be typed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(UNITS) as Unit[])),
        fc.integer({ min: 1, max: 5_000 }),
        (unit, count) => {
          const { factors, decimals }: { factors: Readonly<Record<string, number>>; decimals: number } = UNITS[unit];
          for (const [name, factor] of Object.entries(factors))
            expect(parseQuantity(`${count} ${name}`, unit)).toBe(
              // Less than can be stored is not nothing.
              Number((count * factor).toFixed(decimals)) || undefined,
            );
        },
      ),
    );
  });
});
