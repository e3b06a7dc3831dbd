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
  [
    'with signs in the encoding of Proofpoint',
    `https://r.ie_-23token-3D${`-_${SECRET.slice(2)}`.replace(/[-_]/g, (sign) => (sign === '-' ? '-2D' : '-5F'))}&d=1`,
  ],
  ['in version 3 of Proofpoint', `https://urldefense.com/v3/__${URL.replace('#', '*')}${SECRET}__;Iw!!AbC$`],
  ['of a board in version 3', `https://urldefense.com/v3/__https://r.ie/boards/shared*token=${SECRET}__;Iw!!AbC$`],
  ['of a board', `https://recce.example/boards/shared#token=${SECRET}`],
  ['after a line break', `${URL}\n${SECRET}`],
  ['after a blank', `${URL} ${SECRET}`],
  ['of an earlier version after a line break', `https://recce.example/enquiry?token=\r\n> ${SECRET}`],
  ['behind a broken name', `https://recce.example/enquiry?from=mail#to\n> ken=${SECRET}`],
  ['in quoted-printable', `${URL.replace('=', '=3D')}3D${SECRET}`],
  ['in capitals', `${URL.toUpperCase()}${SECRET}`],
  ['in angle brackets', `<${URL}${SECRET}>`],
])('removes a secret %s', (_, text) => {
  expect(withoutLinkSecrets(`Read: ${text}\nThanks`)).not.toContain(SECRET.slice(2));
  expect(withoutLinkSecrets(`Read: ${text}\nThanks`)).toMatch(/\nThanks$/);
});

const LINE_BREAKS = ['\n', '\r\n', '\n> ', '\n>> ', '\n| ', '\n> | ', ' \n  ', '=\n', '\u200b', '\u00ad', '\u200b\n'];

test.each(LINE_BREAKS)('removes a secret that is broken by %j', (lineBreak) => {
  const lines = [SECRET.slice(0, 12), SECRET.slice(12, 33), SECRET.slice(33)];
  for (const url of [URL, 'https://recce.example/boards/shared#token='])
    for (const broken of [lines, [SECRET.slice(0, 20), SECRET.slice(20)], ['', ...lines], [...SECRET]])
      expect(withoutLinkSecrets(`> ${url}${broken.join(lineBreak)}\nThanks`)).toBe(`> ${url}…\nThanks`);
});

test('removes the lines of a broken secret in our link that lacks a character', () => {
  const broken = `${URL}\nabcDEF123-abcDEF123\n| abcDEF123_abcDEF123\nThanks for the 2 Links`;
  expect(withoutLinkSecrets(broken)).toBe(`${URL}…\nThanks for the 2 Links`);
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
  ['our link without a secret', `${URL}\nThanks for the 2 Links`],
  ['words below a foreign link', 'https://share.example/f?token=abcdefghijklmnopqrstuvwxyz and abcdefghijklmn'],
  ['the word', 'A token of thanks, token = none, token=abc'],
])('leaves %s', (_, text) => {
  expect(withoutLinkSecrets(text)).toBe(text);
});
