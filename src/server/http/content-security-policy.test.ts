import { describe, expect, test } from 'vitest';
import { readConfig } from '../../platform/settings/config.ts';
import { createPagePolicy, getAssetsPolicy } from './content-security-policy.ts';

function getDirectives(env: Record<string, string>): Record<string, string> {
  const policy = createPagePolicy(readConfig(env))('nonce', "'none'");
  return Object.fromEntries(policy.split('; ').map((directive) => directive.split(/ (.*)/, 2)));
}

/** No asset is a document that somebody should frame, or that sends forms. */
const ASSETS_END = "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

describe('the content security policy', () => {
  test('allows maps of this site only', () => {
    const { 'connect-src': connect, 'img-src': img } = getDirectives({});
    expect(connect).toBe("'self'");
    expect(img).toBe("'self' data: blob:");
    expect(getAssetsPolicy(readConfig({}))).toBe(`default-src 'self'; ${ASSETS_END}`);
  });

  test('allows the host of another style, and those of its tiles, glyphs and sprites', () => {
    const env = {
      MAP_STYLE_URL: 'https://maps.example/style.json?key=1',
      MAP_HOSTS: 'tiles.example:8443, *.cdn.example',
    };
    const hosts = 'https://maps.example tiles.example:8443 *.cdn.example';
    const { 'connect-src': connect, 'img-src': img, 'script-src': script, 'default-src': other } = getDirectives(env);
    expect(connect).toBe(`'self' ${hosts}`);
    expect(img).toBe(`'self' data: blob: ${hosts}`);
    expect(script).toBe("'nonce-nonce' 'strict-dynamic'");
    expect(other).toBe("'none'");
    // The worker of the map fetches tiles.
    expect(getAssetsPolicy(readConfig(env))).toBe(`default-src 'self' ${hosts}; ${ASSETS_END}`);
  });

  test.each([
    '*',
    'https://tiles.example',
    'tiles.example/path',
    "tiles.example; script-src 'unsafe-inline'",
    'a b',
    ',',
  ])('rejects %j as a host', (MAP_HOSTS) => {
    expect(() => readConfig({ MAP_HOSTS })).toThrow(/^MAP_HOSTS: must be host names/);
  });
});
