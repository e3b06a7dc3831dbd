import { createHash } from 'node:crypto';
import { Html, html } from '../../platform/html-template.ts';

const STYLE =
  ':root{color-scheme:light dark;font:18px/1.5 system-ui,sans-serif}body{max-width:34rem;margin:20vh auto 0;padding:0 16px}' +
  'h1{font-size:1.6rem;line-height:1.2}a{color:inherit}';

/** The content security policy of {@link renderPlainPage}. */
export const PLAIN_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "frame-ancestors 'none'",
].join('; ');

/** Renders a static error page: a message and a link to the home page. Needs neither database nor page renderer. */
export function renderPlainPage(title: string, message: string): string {
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <style>
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p>${message}</p>
          <p><a href="/">Go to the home page</a></p>
        </main>
      </body>
    </html>`.text;
}
