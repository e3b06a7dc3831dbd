import sanitizeHtml from 'sanitize-html';

const BLOCKS = ['p', 'div', 'tr', 'table', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'section', 'article'];
const BLOCK_END = new RegExp(`</(?:${BLOCKS.join('|')})>`, 'g');
/** Far more than a person writes. The time to parse grows with the square of how deep elements are nested. */
const MAX_HTML_CHARACTERS = 300_000;

/** Converts the HTML of an email to plain text: blocks and line breaks become lines, quotations lines that begin with `>`. */
export function toPlainText(html: string): string {
  const plain = sanitizeHtml(html.slice(0, MAX_HTML_CHARACTERS), {
    allowedTags: [...BLOCKS, 'br', 'hr', 'li', 'blockquote', 'td'],
    allowedAttributes: {},
    nonTextTags: ['script', 'style', 'head', 'title', 'textarea', 'option', 'noscript'],
  })
    // Line breaks of the source mean a space.
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/<br ?\/?> ?/g, '\n')
    .replace(/<hr ?\/?>/g, '\n')
    .replace(/<li>/g, '\n- ')
    .replace(/<\/td>/g, ' ')
    .replace(BLOCK_END, '\n');
  return quoteBlocks(plain)
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|amp);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name])
    .replace(/^ +| +$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
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
