import { isIPv6 } from 'node:net';

/** The network that limits count by: an IPv4 address, or the 64 bits of an IPv6 address that one subscriber is given. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const inIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  return inIpv4 ?? `${groupsOf(ip).slice(0, 4).join(':')}::/64`;
}

const GROUPS = 8;

function groupsOf(ip: string): string[] {
  const [head = [], tail = []] = ip
    .replace(/%.*$/, '')
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: GROUPS - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16).toString(16));
}
