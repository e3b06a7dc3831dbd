import { readdirSync } from 'node:fs';
import { type Html, html } from '../../platform/text/html-template.ts';
import { getLocale } from '../../platform/text/locale.ts';

const ASSETS = new URL('../../../dist/client/assets/', import.meta.url);
const SCRIPT_FILE = /^api-reference-[\da-f]+\.js$/;

/** Scalar writes its styles into the page. It loads its script and calls the API, and nothing from elsewhere. */
export const REFERENCE_PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Options of Scalar. By default it loads fonts, sends requests through a proxy and offers services of its makers. */
const OPTIONS = {
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  // Its faintest grey and its green have less contrast than WCAG asks for.
  customCss:
    'body{--scalar-color-3:var(--scalar-color-2)!important}body.light-mode{--scalar-color-green:#007a4d!important}',
};

/** Returns the path of the script of Scalar that the build has written, if it has. */
export function findReferenceScript(): string | undefined {
  try {
    const name = readdirSync(ASSETS).find((file) => SCRIPT_FILE.test(file));
    return name && `/assets/${name}`;
  } catch {
    return undefined;
  }
}

/**
 * Renders the API reference for developers, with a form to try calls.
 * @param plain content of the page without scripts
 */
export function renderReferencePage(title: string, script: string, plain: Html): string {
  return html`<!doctype html>
    <html lang="${getLocale().language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.ico" />
        <title>${title}</title>
      </head>
      <body>
        <noscript
          ><h1>${title}</h1>
          ${plain}</noscript
        >
        <div id="api-reference" data-url="/api/openapi.json" data-configuration="${JSON.stringify(OPTIONS)}"></div>
        <script src="${script}"></script>
      </body>
    </html>`.text;
}
