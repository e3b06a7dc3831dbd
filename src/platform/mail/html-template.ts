/** HTML that is safe to send: everything put into it was encoded. Made only by {@link html}. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

type HtmlValue = string | number | Html | readonly Html[] | undefined;

/** Writes HTML; what is put in is encoded, unless it is {@link Html} itself. Undefined leaves nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlValue[]): Html {
  return new Html(strings.reduce((written, string, i) => written + escapeHtml(parts[i - 1]) + string));
}

/** Encodes text that may hold several lines. */
export function withLineBreaks(text: string): Html {
  return new Html(escapeHtml(text).replaceAll('\n', '<br>\n'));
}

function escapeHtml(part: HtmlValue): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map((item) => item.text).join('');
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
