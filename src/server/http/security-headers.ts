/**
 * What every answer tells the browser to refuse. Pages set a policy of their own, with a nonce, over the one that stands here;
 * everything else is no document.
 * Sources: OWASP Secure Headers Project and the defaults of helmet, as far as today's browsers and readers of PDF heed them. No embedder
 * policy: pages frame videos of sites that set none.
 */
export function securityHeaders(siteUrl: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...(siteUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  };
}
