import ipaddr from 'ipaddr.js';

/**
 * The prefixes of an IPv6 address whose requests are counted. One subscriber controls a /64, some a /56 or a /48, and could change
 * between the prefixes within: those have higher limits, since they can belong to several subscribers.
 */
const IPV6_PREFIXES = [
  { bits: 64, factor: 1 },
  { bits: 56, factor: 4 },
  { bits: 48, factor: 16 },
] as const;

/** A network whose requests are counted together. */
interface CountedNetwork {
  /** An IPv4 address, or an IPv6 prefix such as 2001:db8::/48. */
  readonly prefix: string;
  /** Factor for the limit of a single IP address. */
  readonly factor: number;
}

/** Returns the networks of an IP address, the smallest first: one for IPv4, also if it is mapped to IPv6, and three for IPv6. */
export function listCountedNetworks(ip: string): readonly [CountedNetwork, ...CountedNetwork[]] {
  const address = parseIp(ip);
  if (!address) return [{ prefix: ip, factor: 1 }];
  if (!(address instanceof ipaddr.IPv6)) return [{ prefix: address.toString(), factor: 1 }];
  const [first, ...wider] = IPV6_PREFIXES.map(({ bits, factor }) => ({ prefix: toPrefix(address, bits), factor }));
  return [first!, ...wider];
}

/** Returns the key of an IP address for limits per subscriber: an IPv4 address, or the /64 prefix of an IPv6 address. */
export function toIpPrefix(ip: string): string {
  return listCountedNetworks(ip)[0].prefix;
}

/** Shortens an IP address to what a list may show and store: 192.0.2.x, or the /48 prefix of an IPv6 address; null for other text. */
export function shortenIp(ip: string): string | null {
  const address = parseIp(ip);
  if (!address) return null;
  return address instanceof ipaddr.IPv6 ? toPrefix(address, 48) : address.toString().replace(/\d+$/, 'x');
}

/** Some proxies add the port of the client, such as that of Azure. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[(.+)\]):\d+$/;

/** Null for other text, since X-Forwarded-For can contain any. */
function parseIp(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const [, ipv4, ipv6] = WITH_PORT.exec(text) ?? [];
  const ip = ipv4 ?? ipv6 ?? text;
  return ipaddr.isValid(ip) ? ipaddr.process(ip) : null;
}

function toPrefix(address: ipaddr.IPv6, bits: number): string {
  const parts = address.parts.map((part, index) => {
    const kept = Math.min(Math.max(bits - 16 * index, 0), 16);
    return part & (0xffff << (16 - kept)) & 0xffff;
  });
  return `${new ipaddr.IPv6(parts).toString()}/${bits}`;
}
