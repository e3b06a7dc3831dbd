import ipaddr from 'ipaddr.js';

/** The network that limits count by: an IPv4 address, or the /64 prefix that one IPv6 subscriber is given. */
export function toIpPrefix(ip: string): string {
  // A proxy can forward any text.
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/64`).toString()}/64`;
}
