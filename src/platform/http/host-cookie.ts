/** With HTTPS, browsers accept the prefixed cookie from this host only. */
export function hostCookie(name: string, siteUrl: string) {
  const isSecure = siteUrl.startsWith('https:');
  return {
    name: isSecure ? `__Host-${name}` : name,
    options: { path: '/', sameSite: 'lax', secure: isSecure },
  } as const;
}
