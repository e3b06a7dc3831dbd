/** The content security policy of an SVG image: it loads and runs nothing, even when it is opened as a document. */
export const SVG_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
