/** Returns the link that writes to an address. Its signs are encoded, since an address may contain ? or &. */
export function getMailto(address: string): string {
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}`;
}
