import { describe, expect, test } from 'vitest';
import { toPlainText } from './html-to-text.server.ts';
import { splitQuotedText } from './quoted-text.ts';

const ANSWER = 'Yes, two nights.\n\nThanks';

describe('separates the answer from the quotation', () => {
  test.each([
    [
      'Gmail',
      `${ANSWER}\n\nOn Tue, 24 Nov 2026 at 10:00, Recce <no-reply@recce.example> wrote:\n\n> How long?\n> Morag\n`,
    ],
    [
      'a broken introduction',
      `${ANSWER}\n\nOn Tue, 24 Nov 2026 at 10:00, Recce Scotland\n<no-reply@recce.example> wrote:\n> How long?\n`,
    ],
    [
      'Outlook',
      `${ANSWER}\n\n________________________________\nFrom: Recce <a@b.example>\nSent: Tuesday\nTo: Isla\nSubject: [ENQ]\n\nHow long?`,
    ],
    [
      'Outlook without a line',
      `${ANSWER}\n\nFrom: Recce <a@b.example>\nSent: Tuesday\nTo: Isla\nSubject: [ENQ]\n\nHow long?`,
    ],
    ['an original message', `${ANSWER}\n\n-----Original Message-----\nFrom: Recce\n\nHow long?`],
    ['German', `${ANSWER}\n\nAm 24.11.2026 um 10:00 schrieb Recce <a@b.example>:\n> How long?`],
    ['no introduction', `${ANSWER}\n\n> How long?`],
    ['a signature', `${ANSWER}\n\n-- \nIsla\n\nOn Tue, 24 Nov 2026, Recce wrote:\n> How long?`],
    ['an answer below', `On Tue, 24 Nov 2026, Recce wrote:\n> How long?\n\n${ANSWER}\n-- \nIsla`],
    ['a signature below', `${ANSWER}\n\n> How long?\n\n-- \nIsla`],
  ])('of %s', (_, mail) => {
    const { text, quoted } = splitQuotedText(mail.replace(/\n/g, '\r\n'));
    expect(text).toBe(ANSWER);
    expect(quoted).toContain('How long?');
  });

  test.each([
    ['without a quotation', ANSWER, ANSWER],
    [
      'with answers in between',
      '> How long?\nTwo nights.\n> How many?\nForty.',
      '> How long?\nTwo nights.\n> How many?\nForty.',
    ],
    [
      'with a sentence that begins like an introduction',
      'On Monday we wrote:\nplease call.',
      'On Monday we wrote:\nplease call.',
    ],
    ['with a sender in the text', 'From: the pier\nwe walk.', 'From: the pier\nwe walk.'],
  ])('leaves an email %s', (_, mail, text) => {
    expect(splitQuotedText(mail)).toEqual({ text, quoted: null });
  });

  test('of a quotation only', () => {
    expect(splitQuotedText('On Tue, 24 Nov 2026, Recce wrote:\n> How long?')).toMatchObject({ text: '' });
  });
});

test('turns HTML into text, and its quotations into marked lines', () => {
  const html = `<html><head><style>p { color: red }</style></head><body><p>Tea &amp; <b>scones</b><br>at&nbsp;four</p>
    <script>alert(1)</script><ul><li>one</li><li>1 &lt; 2</li></ul>
    <div class="gmail_attr">On Tue, 24 Nov 2026, Recce wrote:</div><blockquote><p>How <i>long</i>?</p></blockquote></body></html>`;
  const text = toPlainText(html);
  expect(text).toContain('Tea & scones\nat four');
  expect(text).toContain('- one\n- 1 < 2');
  expect(text).not.toMatch(/alert|color/);
  expect(splitQuotedText(text).text).toBe('Tea & scones\nat four\n\n- one\n- 1 < 2');
  expect(splitQuotedText(text).quoted).toContain('> How long?');
});

test('reads the beginning of HTML that is longer than people write', () => {
  expect(toPlainText('a'.repeat(1_000_000))).toHaveLength(300_000);
});
