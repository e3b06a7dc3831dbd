import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { SECRET_PLACEHOLDER, withoutLinkSecrets } from './link-secrets.ts';

const SECRET = randomBytes(32).toString('base64url');
const URL = 'https://recce.example/enquiry?from=mail#token=';

test.each([
  ['in the URL', `${URL}${SECRET}`],
  ['of an earlier version', `https://recce.example/enquiry?token=${SECRET}`],
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

test.each([
  `${URL}abc-DEF_1`,
  'https://recce.example/verify-email?from=mail#token=abc-DEF_1',
  'https://recce.example/reset-password?from=invitation#token=abc-DEF_1',
  `https://safe.example/?url=${encodeURIComponent(encodeURIComponent(`${URL}abc-DEF_1`))}`,
  'https://urldefense.example/v2/url?u=https-3A__recce.example_verify-2Demail-3Ffrom-3Dmail-23token-3Dabc-DEF_1',
])('removes a secret of another length in our link %s', (link) => {
  expect(withoutLinkSecrets(`Read: ${link}\nThanks`)).toMatch(/^Read: https.*token.{1,5}…\nThanks$/);
});

test.each([
  ['a foreign link', 'https://share.example/f?token=abc'],
  ['a link to a page with another secret', 'https://share.example/enquiry?token=abc'],
  ['a foreign link with a long secret', `https://share.example/f?token=${SECRET}abc`],
  ['a foreign link with another parameter', `https://share.example/f?access_token=${SECRET}`],
  ['a foreign link about mail', 'https://share.example/f?from=mail&token=abc\nnext'],
  ['the place of a secret', `${URL}${SECRET_PLACEHOLDER}`],
  ['the word', 'A token of thanks, token = none, token=abc'],
])('leaves %s', (_, text) => {
  expect(withoutLinkSecrets(text)).toBe(text);
});
