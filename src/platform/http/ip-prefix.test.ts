import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listCountedNetworks, toIpPrefix } from './ip-prefix.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['2001:db8:0:1::5', '2001:db8:0:1::/64'],
  ['2001:DB8::1:0:0:0:5', '2001:db8:0:1::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['192.0.2.7:50123', '192.0.2.7'],
  ['[2001:db8:0:1::5]:50123', '2001:db8:0:1::/64'],
])('maps %s to %s', (ip, prefix) => {
  expect(toIpPrefix(ip)).toBe(prefix);
});

describe('listCountedNetworks', () => {
  const part = fc.integer({ min: 0, max: 0xffff });
  const parts = fc.array(part, { minLength: 8, maxLength: 8 });
  const format = (numbers: readonly number[]) => numbers.map((number) => number.toString(16)).join(':');
  const list = (ip: string) => listCountedNetworks(ip).map(({ prefix }) => prefix);
  /** The first `bits` of an IP address, as binary digits. */
  const head = (numbers: readonly number[], bits: number) =>
    numbers
      .map((number) => number.toString(2).padStart(16, '0'))
      .join('')
      .slice(0, bits);
  /** IP addresses outside of ::ffff:0:0/96, which are IPv4. */
  const ipv6 = parts.map(([, ...rest]) => [0x2001, ...rest]);

  test('counts an IPv6 address by /64, /56 and /48, with growing limits', () => {
    expect(listCountedNetworks('2001:db8:1:2fe:3:4:5:6')).toEqual([
      { prefix: '2001:db8:1:2fe::/64', factor: 1 },
      { prefix: '2001:db8:1:200::/56', factor: 4 },
      { prefix: '2001:db8:1::/48', factor: 16 },
    ]);
  });

  test('counts two IP addresses together exactly if they share the prefix', () => {
    fc.assert(
      fc.property(ipv6, ipv6, fc.integer({ min: 0, max: 128 }), (one, other, shared) => {
        // Random IP addresses share hardly any bits, so the second one begins like the first.
        const bits = head(one, shared) + head(other, 128).slice(shared);
        const second = Array.from({ length: 8 }, (_, n) => Number.parseInt(bits.slice(n * 16, n * 16 + 16), 2));
        const [a, b] = [list(format(one)), list(format(second))];
        for (const [n, size] of [64, 56, 48].entries())
          expect(a[n] === b[n]).toBe(head(one, size) === head(second, size));
      }),
    );
  });

  test('counts an IPv4 address alone, and the same if it is mapped to IPv6', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        expect(listCountedNetworks(ip)).toEqual([{ prefix: ip, factor: 1 }]);
        expect(listCountedNetworks(`::ffff:${ip}`)).toEqual([{ prefix: ip, factor: 1 }]);
      }),
    );
  });

  test('counts any text, since headers can contain it', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(list(text).length).toBeGreaterThan(0);
      }),
    );
  });
});
