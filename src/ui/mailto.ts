/** Returns the link that writes to an email address. Its special characters are encoded, since it may contain ? or &. */
export function getMailto(address: string): string {
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}`;
}
