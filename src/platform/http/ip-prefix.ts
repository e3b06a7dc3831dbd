import ipaddr from 'ipaddr.js';

/** Returns the key for rate limits: an IPv4 address, or the /64 prefix of an IPv6 address, which one subscriber controls. */
export function toIpPrefix(ip: string): string {
  // X-Forwarded-For can contain any text.
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/64`).toString()}/64`;
}
