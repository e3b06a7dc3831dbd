import { getLocale } from '../text/locale.ts';
import { html, withLineBreaks, type Html } from '../text/html-template.ts';
import { splitAtUrls } from '../text/split-at-urls.ts';

/** The content of an email, in reading order. */
export interface MailContent {
  /** The preview text that mail programs show next to the subject. */
  readonly preview: string;
  readonly picture?: MailPicture | undefined;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** Text that a user wrote, with its line breaks. The URLs in it that begin with this origin, and no others, are links. */
  readonly quote?: { readonly label: string; readonly text: string; readonly origin?: string } | undefined;
  readonly action?: { readonly label: string; readonly url: string } | undefined;
  /** The small print at the end. */
  readonly notes: readonly string[];
}

/** Shown at the full width of the email; a tall picture is cropped around its focal point. */
interface MailPicture {
  /** An absolute URL. */
  readonly url: string;
  readonly alt: string;
  /** As fractions of width and height from the top left corner. */
  readonly focal: { readonly x: number; readonly y: number };
}

/** The plain text and the HTML part of an email. */
interface RenderedMail {
  readonly text: string;
  readonly html: string;
}

/** The colours of the design, inlined, since mail programs support neither style sheets nor custom properties. */
const INK = '#15181B';
const MUTED = '#565D63';
const LINE = '#D9DBD6';
const LABEL = `font-size:11px;line-height:20px;letter-spacing:.8px;text-transform:uppercase;font-weight:700;color:${MUTED}`;
const BODY = 'font-size:16px;line-height:25px';
const TABLE = html`role="presentation" cellpadding="0" cellspacing="0" border="0"`;

/** Renders an email as plain text and as HTML for mail programs: tables, inline styles, no scripts, no web fonts. */
export function renderMail(content: MailContent, siteName: string): RenderedMail {
  return { text: toText(content, siteName), html: toHtml(content, siteName).text };
}

function toText(content: MailContent, siteName: string): string {
  const widest = Math.max(0, ...content.facts.map(([label]) => label.length));
  const blocks = [
    content.heading,
    ...content.paragraphs,
    content.facts.map(([label, value]) => `${`${label}:`.padEnd(widest + 2)}${value}`).join('\n'),
    content.quote && `${content.quote.label}:\n${content.quote.text.replace(/^/gm, '> ')}`,
    content.action && `${content.action.label}: ${content.action.url}`,
    // The standard signature separator.
    ['-- ', siteName, ...content.notes].join('\n'),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function toHtml(content: MailContent, siteName: string): Html {
  return html`<!doctype html>
    <html lang="${getLocale().language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light" />
        <title>${content.heading}</title>
      </head>
      <body style="margin:0;background:#F0F0EB;color:${INK};font-family:'Helvetica Neue',Helvetica,Arial,sans-serif">
        <div style="display:none;max-height:0;overflow:hidden">${content.preview}</div>
        <table ${TABLE} width="100%">
          <tr>
            <td align="center" style="padding:32px 16px 48px">
              <table ${TABLE} width="600" style="width:100%;max-width:600px;background:#FFFFFF;text-align:left">
                <tr>
                  <td
                    style="padding:20px 32px;background:#0B0C0E;color:#F2F3F0;font-size:20px;line-height:34px;font-weight:700"
                  >
                    ${siteName}
                  </td>
                </tr>
                ${renderPicture(content.picture)}
                <tr>
                  <td style="padding:32px 32px 8px">
                    <h1 style="margin:0;font-size:28px;line-height:34px;font-weight:700;letter-spacing:-.5px">
                      ${content.heading}
                    </h1>
                    ${content.paragraphs.map((text) => html`<p style="margin:14px 0 0;${BODY}">${text}</p> `)}
                  </td>
                </tr>
                ${renderFacts(content.facts)} ${renderQuote(content.quote)} ${renderAction(content.action)}
                <tr>
                  <td
                    style="padding:20px 32px 28px;background:#FAFAF7;border-top:1px solid ${LINE};font-size:13px;line-height:20px;color:${MUTED}"
                  >
                    ${content.notes.map((text) => html`${text}<br /> `)}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `;
}

function renderPicture(picture: MailPicture | undefined): Html | undefined {
  if (!picture) return undefined;
  const position = `${Math.round(picture.focal.x * 100)}% ${Math.round(picture.focal.y * 100)}%`;
  const style = `display:block;width:100%;height:auto;max-height:300px;object-fit:cover;object-position:${position};border:0`;
  return html`<tr>
    <td>
      <img src="${picture.url}" width="600" alt="${picture.alt}" style="${style}" />
    </td>
  </tr>`;
}

function renderFacts(facts: MailContent['facts']): Html | undefined {
  if (facts.length === 0) return undefined;
  const cell = `padding:10px 0;border-bottom:1px solid ${LINE};vertical-align:top`;
  return html`<tr>
    <td style="padding:24px 32px 0">
      <table ${TABLE} width="100%" style="border-top:1px solid ${LINE}">
        ${facts.map(
          ([label, value]) =>
            html`<tr>
              <td width="150" style="${cell};${LABEL}">${label}</td>
              <td style="${cell};font-size:15px;line-height:20px;word-break:break-word">${value}</td>
            </tr> `,
        )}
      </table>
    </td>
  </tr>`;
}

function renderQuote(quote: MailContent['quote']): Html | undefined {
  return (
    quote &&
    html`<tr>
      <td style="padding:24px 32px 0">
        <p style="margin:0 0 6px;${LABEL}">${quote.label}</p>
        <p style="margin:0;padding-left:16px;border-left:3px solid ${LINE};${BODY};word-break:break-word">
          ${splitAtUrls(quote.text, quote.origin).map(({ text, isUrl }) =>
            isUrl ? html`<a href="${text}" target="_blank" style="color:${INK}">${text}</a>` : withLineBreaks(text),
          )}
        </p>
      </td>
    </tr>`
  );
}

function renderAction(action: MailContent['action']): Html | undefined {
  const style = `display:inline-block;padding:15px 26px;border-radius:2px;background:#FAD51A;color:${INK};font-size:16px;line-height:20px;font-weight:700;text-decoration:none`;
  return (
    action &&
    html`<tr>
      <td style="padding:28px 32px 36px">
        <a href="${action.url}" target="_blank" style="${style}">${action.label}</a>
      </td>
    </tr>`
  );
}
