/** The content security policy of what is no document: it loads nothing, even when it is opened as one. */
export const NOTHING_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Browser features that neither the site nor frames of others get. Passkeys, full screen and what videos need keep their defaults.
 */
const DENIED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/**
 * Returns the security headers of every response. Pages override the content security policy with one that has a nonce.
 * Sources: OWASP Secure Headers Project and the defaults of helmet, without headers that current browsers and PDF readers ignore.
 * There is no cross-origin embedder policy, since pages embed videos of sites that do not set one.
 */
export function getSecurityHeaders(siteUrl: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': NOTHING_POLICY,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    // Pages ask for the position, but not pages of other sites in their frames.
    'permissions-policy': ['geolocation=(self)', ...DENIED_FEATURES.map((name) => `${name}=()`)].join(', '),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...(siteUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  };
}
