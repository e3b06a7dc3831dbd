import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { html } from './html-template.ts';
import { STATIC_PAGE_POLICY, renderStaticPage, renderTable } from './static-html-page.ts';

test('has the style that its policy allows', () => {
  const [, style = ''] =
    /<style>(.+)<\/style>/s.exec(renderStaticPage('Not found', html`<p>Nothing here</p>`).text) ?? [];
  expect(STATIC_PAGE_POLICY).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
});

test('escapes the cells of a table', () => {
  expect(renderTable(['Name'], [['<b>'], [html`<i>set</i>`]]).text).toMatch(/&#60;b&#62;.*<i>set<\/i>/s);
});
