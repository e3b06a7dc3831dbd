import sanitizeHtml from 'sanitize-html';

const BLOCKS = [
  ...[
    'p',
    'div',
    'tr',
    'table',
    'caption',
    'ul',
    'ol',
    'dl',
    'dt',
    'dd',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'pre',
    'center',
    'address',
  ],
  ...[
    'section',
    'article',
    'header',
    'footer',
    'main',
    'aside',
    'nav',
    'figure',
    'figcaption',
    'fieldset',
    'form',
    'details',
    'summary',
  ],
];
const BLOCK_START = new RegExp(`<(?:${BLOCKS.join('|')})>`, 'g');
const BLOCK_END = new RegExp(`</(?:${BLOCKS.join('|')})>`, 'g');
/** Far more than a person writes. The time to parse grows with the square of how deep elements are nested. */
const MAX_HTML_CHARACTERS = 300_000;

/**
 * Converts the HTML of an email to plain text: blocks and line breaks become lines, quotations lines that begin with `>`. Links keep their
 * address.
 */
export function toPlainText(html: string): string {
  const plain = sanitizeHtml(html.slice(0, MAX_HTML_CHARACTERS), {
    allowedTags: [...BLOCKS, 'br', 'hr', 'li', 'blockquote', 'td', 'th', 'a'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    nonTextTags: ['script', 'style', 'head', 'title', 'textarea', 'option', 'noscript'],
  })
    .replace(/<pre>.*?<\/pre>/gs, (pre) => pre.replace(/\r?\n/g, '<br />'))
    // Line breaks of the source mean a space.
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/<a href="([^"]*)">(.*?)<\/a>/g, (_, url: string, label: string) => formatLink(url, label))
    .replace(/<br ?\/?> ?/g, '\n')
    .replace(/<hr ?\/?>/g, '\n')
    .replace(/<li>/g, '\n- ')
    .replace(/<\/t[dh]>/g, ' ')
    .replace(BLOCK_END, '\n')
    .replace(BLOCK_START, '\r')
    .replace(/<(?!\/?blockquote>)[^>]*>/g, '')
    // Cells may be empty, thousands of them: one space is left between words and none at breaks, so that the time stays linear.
    .replace(/ +/g, ' ')
    .replace(/ ?([\r\n]) ?/g, '$1')
    // A block begins a line unless one has just begun.
    .replace(/\n?\r+/g, '\n');
  return quoteBlocks(plain)
    .replace(/&(lt|gt|quot|amp);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name])
    .replace(/^ +| +$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Adds the address to the text of a link that does not show it. Pictures, mostly logos, have no text. */
function formatLink(url: string, label: string): string {
  const [shown, address] = [label.replace(/<[^>]*>/g, ''), url].map((text) =>
    text
      .trim()
      .toLowerCase()
      .replace(/^(?:https?:\/\/(?:www\.)?|mailto:)/, '')
      .replace(/\/$/, ''),
  ) as [string, string];
  return shown === '' || shown.includes(address) ? label : `${label} &lt;${url.replace(/^mailto:/i, '')}&gt;`;
}

/** Entities that the sanitiser writes; it decodes all others. */
const ENTITIES = { lt: '<', gt: '>', quot: '"', amp: '&' } as const;

/** Marks the lines of quotations, however deep. */
function quoteBlocks(html: string): string {
  let depth = 0;
  const parts = html.split(/(<\/?blockquote>)/);
  const marked = parts.map((part) => {
    if (part === '<blockquote>') return ((depth += 1), '\n');
    if (part === '</blockquote>') return ((depth = Math.max(0, depth - 1)), '\n');
    return depth === 0 ? part : part.replace(/^ ?/gm, '&gt; ');
  });
  return marked.join('');
}
