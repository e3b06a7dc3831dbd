import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { html } from '../text/html-template.ts';
import { type MailContent, renderMail } from './mail-template.ts';

const mail: MailContent = {
  preview: 'In short',
  picture: { url: 'https://recce.example/media/a/960.webp', alt: 'A bridge', focal: { x: 0.25, y: 0.5 } },
  heading: 'We have your enquiry',
  paragraphs: ['Dear Isla,', 'Thank you.'],
  facts: [
    ['Location', 'Eilean Donan Castle'],
    ['Sent', '20 November 2026'],
  ],
  quote: { label: 'Your comment', text: 'Two nights.\n\nA low crane.' },
  action: { label: 'Continue your search', url: 'https://recce.example/find-a-location?query=a&b=c' },
  notes: ['Answer this email.'],
};

describe('html', () => {
  test('escapes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'<>"\'&;#/= \n\0aé\u2028', '&amp;', '<script>') }), (text) => {
        const written = html`<p title="${text}">${text}</p>`.text;
        const [, attribute = '', content = ''] = /^<p title="([^"]*)">([^<]*)<\/p>$/.exec(written) ?? [];
        expect(decodeEntities(attribute)).toBe(text);
        expect(decodeEntities(content)).toBe(text);
      }),
    );
  });

  test('does not escape nested HTML', () => {
    const items = ['a', '<b>'].map((item) => html`<i>${item}</i>`);
    expect(html`<p>${items}${undefined}</p>`.text).toBe('<p><i>a</i><i>&#60;b&#62;</i></p>');
  });
});

describe('an email', () => {
  test('has a plain text part', () => {
    expect(renderMail(mail, 'Recce Scotland').text).toBe(`We have your enquiry

Dear Isla,

Thank you.

Location: Eilean Donan Castle
Sent:     20 November 2026

Your comment:
> Two nights.
> 
> A low crane.

Continue your search: https://recce.example/find-a-location?query=a&b=c

-- 
Recce Scotland
Answer this email.
`);
  });

  test('has an HTML part with the same content, escaped and with line breaks', () => {
    const { html: source } = renderMail({ ...mail, heading: '<b>"Mine"</b> & yours' }, 'Recce Scotland');
    const written = source.replace(/\s+/g, ' ');
    expect(written).toContain('> &#60;b&#62;&#34;Mine&#34;&#60;/b&#62; &#38; yours </h1>');
    expect(written).toContain('Two nights.<br> <br> A low crane.');
    expect(written).toContain('href="https://recce.example/find-a-location?query=a&#38;b=c"');
    expect(written).toContain('<html lang="en-GB">');
    expect(written).toMatch(/<img[^>]* alt="A bridge"[^>]*object-position:25% 50%/);
    for (const text of ['In short', 'Recce Scotland', 'Thank you.', 'Eilean Donan Castle', 'Answer this email.']) {
      expect(written).toContain(text);
    }
  });

  test('links the URLs of the site in what a user wrote, and no others', () => {
    const text = 'See https://recce.example/a?b="c"&d=1.\nhttps://evil.example/a';
    const { html: source } = renderMail(
      { ...mail, quote: { label: 'Message', text, origin: 'https://recce.example' } },
      '',
    );
    const written = source.replace(/\s+/g, ' ');
    expect(written).toContain('See <a href="https://recce.example/a?b=&#34;c&#34;&#38;d=1"');
    expect(written).toContain('</a>.<br> https://evil.example/a');
    expect(written).not.toContain('href="https://evil.example');
  });

  test('leaves out missing sections', () => {
    const bare = { preview: '', heading: 'Only this', paragraphs: [], facts: [], notes: [] };
    expect(renderMail(bare, 'Recce').text).toBe('Only this\n\n-- \nRecce\n');
    expect(renderMail(bare, 'Recce').html).not.toMatch(/<img|<a |undefined/);
  });
});

function decodeEntities(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}
