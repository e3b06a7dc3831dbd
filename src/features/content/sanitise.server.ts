import sanitizeHtml from 'sanitize-html';

/** The allowed HTML. Other tags are removed but not their text; scripts and styles are removed with their text. */
const RULES: sanitizeHtml.IOptions = {
  allowedTags: 'p h2 h3 h4 ul ol li a strong em blockquote br hr table caption thead tbody tr th td dl dt dd'.split(
    ' ',
  ),
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

/** Removes HTML that is not allowed in a page. Applied when content is saved and again when it is sent. */
export function sanitise(html: string): string {
  return sanitizeHtml(html, RULES);
}
