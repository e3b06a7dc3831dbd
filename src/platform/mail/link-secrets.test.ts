import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { SECRET_PLACEHOLDER, withoutLinkSecrets } from './link-secrets.ts';

const SECRET = randomBytes(32).toString('base64url');
const URL = 'https://recce.example/enquiry?from=mail#token=';

test.each([
  ['in the URL', `${URL}${SECRET}`],
  ['of another page', `https://recce.example/reset-password?from=mail#token=${SECRET}`],
  ['in a service that checks links', `https://safe.example/?url=${encodeURIComponent(URL + SECRET)}&data=1`],
  ['encoded twice', `https://safe.example/?url=${encodeURIComponent(encodeURIComponent(URL + SECRET))}`],
  ['in the encoding of Proofpoint', `https://urldefense.example/v2/url?u=https-3A__r.ie_-23token-3D${SECRET}&d=1`],
  ['in quoted-printable', `${URL.replace('=', '=3D')}3D${SECRET}`],
  ['in capitals', `${URL.toUpperCase()}${SECRET}`],
  ['in angle brackets', `<${URL}${SECRET}>`],
])('removes a secret %s', (_, text) => {
  expect(withoutLinkSecrets(`Read: ${text}\nThanks`)).not.toContain(SECRET);
  expect(withoutLinkSecrets(`Read: ${text}\nThanks`)).toMatch(/\nThanks$/);
});

test.each(['\n', '\r\n', '\n> ', '\n>> ', ' \n  '])('removes a secret that is broken by %j', (lineBreak) => {
  const broken = `> ${URL}${SECRET.slice(0, 20)}${lineBreak}${SECRET.slice(20)}\nThanks`;
  expect(withoutLinkSecrets(broken)).toBe(`> ${URL}…\nThanks`);
});

test('leaves other text', () => {
  const text = `A token of thanks: ${URL}${SECRET_PLACEHOLDER}, token = none`;
  expect(withoutLinkSecrets(text)).toBe(text);
});
