import { expect, test } from 'vitest';
import { toPlainText } from './html-to-text.server.ts';
import { splitQuotedText } from './quoted-text.ts';

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

test.each([
  [
    'a cell',
    '<table><tr><th>Day</th><th>People</th></tr><tr><td>Monday</td><td>40</td></tr></table>',
    'Day People\nMonday 40',
  ],
  ['one space for empty cells', '<table><tr><td>Day</td><td></td><td>40</td></tr></table>', 'Day 40'],
  ['a block after text', 'Two nights.<div>From the 5th.</div>Thanks', 'Two nights.\nFrom the 5th.\nThanks'],
  ['a list of terms', '<dl><dt>Nights</dt><dd>two</dd></dl>', 'Nights\ntwo'],
  ['preformatted lines', '<pre>Two nights.\n\n&gt; How long?</pre>', 'Two nights.\n\n> How long?'],
  [
    'the address of a link',
    '<a href="https://x.example/plan?a=1&amp;b=2">here</a>',
    'here <https://x.example/plan?a=1&b=2>',
  ],
  [
    'an address once',
    '<a href="https://www.x.example/">x.example</a> <a href="mailto:a@b.example">a@b.example</a>',
    'x.example a@b.example',
  ],
  ['the email address of a name', '<a href="mailto:a@b.example"><b>Isla</b></a>', 'Isla <a@b.example>'],
  ['no address of a logo', '<p>Isla</p><a href="https://x.example"><img src="cid:1"></a>', 'Isla'],
])('keeps %s of HTML', (_, html, text) => {
  expect(toPlainText(html)).toBe(text);
});

test.each([
  [
    'Outlook and Hotmail',
    '<div>Two nights.</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><font><b>From:</b> Recce &lt;a@b.example&gt;<br><b>Sent:</b> Tuesday<br><b>To:</b> Isla<br><b>Subject:</b> [ENQ]</font><div>&nbsp;</div></div><div>How long?</div>',
  ],
  [
    'Windows Mail',
    '<p>Two nights.</p><div style="border-top:solid #E1E1E1 1.0pt"><p><b>From: </b><a href="mailto:a@b.example">Recce</a><br><b>Sent: </b>24 November 2026 09:00<br><b>To: </b><a href="mailto:isla@x.example">Isla</a><br><b>Subject: </b>[ENQ]</p></div><p>How long?</p>',
  ],
  [
    'Yandex Mail',
    '<div>Two nights.</div><div>&nbsp;</div><div>24.11.2026, 09:00, "Recce" &lt;a@b.example&gt;:</div><blockquote><p>How long?</p></blockquote>',
  ],
  [
    'Yahoo Mail',
    '<div>Two nights.</div><div class="yahoo_quoted"><div>On Tuesday, 24 November 2026 at 09:00:00 GMT, Recce &lt;a@b.example&gt; wrote:</div><div><br></div><div>How long?</div></div>',
  ],
])('separates the quotation in the HTML of %s', (_, html) => {
  const { text, quoted } = splitQuotedText(toPlainText(html));
  expect(text).toBe('Two nights.');
  expect(quoted).toContain('How long?');
});

test('turns nested cells of HTML into text in a time that grows with their number', () => {
  const measure = (cells: number) => {
    const html = `<div>${'<td><span>'.repeat(cells)}</div>x`;
    // The processor time of this thread: on a busy machine, the time of the clock says little.
    const before = process.threadCpuUsage();
    for (let n = 0; n < 20; n++) expect(toPlainText(html)).toBe('x');
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  };
  measure(250);
  // Four times as many: 64 times the time if it grew with the cube.
  expect(measure(1_000)).toBeLessThan(24 * measure(250));
});

test('reads the beginning of HTML that is longer than people write', () => {
  expect(toPlainText('a'.repeat(1_000_000))).toHaveLength(300_000);
});
