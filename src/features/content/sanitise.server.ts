import sanitizeHtml from 'sanitize-html';

/** What an editor may use. Everything else is dropped, its text kept; scripts and styles go with their content. */
const RULES: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'h2',
    'h3',
    'h4',
    'ul',
    'ol',
    'li',
    'a',
    'strong',
    'em',
    'blockquote',
    'br',
    'hr',
    'table',
    'caption',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'dl',
    'dt',
    'dd',
  ],
  allowedAttributes: { a: ['href', 'rel'], th: ['scope'], h2: ['id'], h3: ['id'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    a: (tagName, { href }) => ({
      tagName,
      attribs: href === undefined ? {} : { href, ...(/^https?:/.test(href) && { rel: 'noopener' }) },
    }),
  },
};

/** HTML that is safe to put into a page. Applied when content is stored and again when it is sent. */
export function sanitise(html: string): string {
  return sanitizeHtml(html, RULES);
}
