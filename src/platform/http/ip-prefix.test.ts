import { expect, test } from 'vitest';
import { toIpPrefix } from './ip-prefix.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:1::5', '2001:db8:0:1::/64'],
  ['2001:DB8::1:0:0:0:5', '2001:db8:0:1::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
])('maps %s to %s', (ip, prefix) => {
  expect(toIpPrefix(ip)).toBe(prefix);
});
