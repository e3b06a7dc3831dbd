/** Safe HTML: interpolated values are escaped. Create it with {@link html}. */
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

/** Template tag for HTML. Escapes interpolated values, except {@link Html}; undefined becomes ''. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlValue[]): Html {
  return new Html(strings.reduce((result, string, i) => result + escapeHtml(parts[i - 1]) + string));
}

/** Escapes text and converts its line breaks to `<br>`. */
export function withLineBreaks(text: string): Html {
  return new Html(escapeHtml(text).replaceAll('\n', '<br>\n'));
}

function escapeHtml(part: HtmlValue): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map((item) => item.text).join('');
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
