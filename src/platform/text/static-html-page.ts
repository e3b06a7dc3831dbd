import { createHash } from 'node:crypto';
import { Html, html } from './html-template.ts';
import { getLocale } from './locale.ts';

const STYLE =
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}' +
  'body{max-width:70rem;margin:2rem auto;padding:0 1rem}code{font-size:.9em}' +
  'table{width:100%;border-collapse:collapse}' +
  'th,td{padding:.5rem .75rem .5rem 0;border-bottom:1px solid #8886;text-align:left;vertical-align:top}' +
  'dl{display:grid;grid-template-columns:max-content 1fr;gap:0 1rem}dt{font-weight:600}dd{margin:0}' +
  'iframe{width:100%;height:70vh;border:1px solid;background:#fff}pre{padding:1rem;border:1px solid;white-space:pre-wrap}' +
  '.notice{max-width:34rem;margin:20vh auto 0;font-size:18px}.notice a{color:inherit}.notice h1{font-size:1.6rem;line-height:1.2}' +
  'button{font:inherit;padding:.5rem 1rem}';

/** The content security policy of {@link renderStaticPage}. */
export const STATIC_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Renders a page without scripts and other files, which needs neither database nor page renderer.
 * @param options.className of the main element @param options.siteName follows the title
 */
export function renderStaticPage(
  title: string,
  content: Html,
  { className = '', siteName }: { className?: string; siteName?: string } = {},
): Html {
  return html`<!doctype html>
    <html lang="${getLocale().language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${siteName ? `${title} - ${siteName}` : title}</title>
        ${new Html(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <main class="${className}">
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;
}

/** Renders a table. */
export function renderTable(headings: readonly string[], rows: readonly (readonly (string | Html)[])[]): Html {
  return html`<table>
    <thead>
      <tr>
        ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (cells) =>
          html`<tr>
            ${cells.map((cell) => html`<td>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
