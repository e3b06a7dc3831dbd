import { FRAME_ORIGINS } from '../../features/content/schema.ts';
import type { Config } from '../../platform/settings/config.ts';

/** Returns the hosts of a custom map style and of its tiles as entries of the policy; empty without them. */
function getMapHosts({ mapStyleUrl, mapHosts }: Config): string {
  const hosts = [...(mapStyleUrl ? [new URL(mapStyleUrl).origin] : []), ...mapHosts];
  return hosts.map((host) => ` ${host}`).join('');
}

/** Returns the policy of the built assets. A web worker runs under the policy of its script, and the map's worker fetches tiles. */
export function getAssetsPolicy(config: Config): string {
  return `default-src 'self'${getMapHosts(config)}; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/**
 * Returns the content security policy of a page. Scripts and styles need the nonce of the response; only frames of the allowed
 * sites load from elsewhere. Pages cannot be framed, except for draft previews in the back office.
 */
export function createPagePolicy(config: Config): (nonce: string, framedBy: "'none'" | "'self'") => string {
  return (nonce, framedBy) =>
    [
      "default-src 'none'",
      `script-src 'nonce-${nonce}' 'strict-dynamic'`,
      `style-src 'self' 'nonce-${nonce}'`,
      // Style attributes contain the focal points and colours of pictures.
      "style-src-attr 'unsafe-inline'",
      `img-src 'self' data: blob:${getMapHosts(config)}`,
      "font-src 'self'",
      `connect-src 'self'${getMapHosts(config)}`,
      "worker-src 'self' blob:",
      `frame-src 'self' ${FRAME_ORIGINS.join(' ')}`,
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      `frame-ancestors ${framedBy}`,
    ].join('; ');
}
