/**
 * Stands for the secret of a link until the email is sent, so that the outbox, its backups and dead letters never contain a secret. The
 * pages of links treat it as an expired one, in case a previous version of the site sends such an email during an upgrade.
 */
export const SECRET_PLACEHOLDER = 'issued-when-sent';

/** Characters that are not seen, which mail programs put into long words. */
const INVISIBLE = '\\u00AD\\u200B-\\u200D\\u2060\\uFEFF';
/** Where a mail program has broken a link: an invisible character, or the end of a line. The next line may be quoted. */
const LINE_BREAK = `(?:=?[ \\t${INVISIBLE}]{0,9}\\r?\\n[\\s>|${INVISIBLE}]{0,20}|[${INVISIBLE}]{1,9})`;
/** The same, or blanks, which remain of line breaks. */
const GAP = `=?[\\s>|${INVISIBLE}]{1,40}`;
/** How mail programs and services that check links encode `=`. */
const EQUALS = '(?:=3D|=|%(?:25)*3D|-3D)';
/** The same of `#`; version 3 of Proofpoint writes a star. */
const HASH = '(?:[#*]|%(?:25)*(?:23|2A)|-23)';
const TOKEN = `${[...'token'].join(`${LINE_BREAK}?`)}${LINE_BREAK}?${EQUALS}(?!${SECRET_PLACEHOLDER}(?![\\w-]))`;
/** The beginning of the links of this site. */
const OWN_LINK = `from${LINE_BREAK}?${EQUALS}(?:mail|invitation)${LINE_BREAK}?${HASH}${LINE_BREAK}?`;
/** A further line of a secret that has another length than ours, because something is missing or added. */
const RANDOM_TEXT = '(?-i:(?=[\\w-]*[a-z])(?=[\\w-]*[A-Z])(?=[\\w-]*\\d)[\\w-]{8,99})';

/** A secret, 32 bytes in base64url, that may be broken. Version 3 of Proofpoint writes `__;` after a link. */
function secretWithin(lineBreak: string): string {
  const encoded = '(?:[a-z\\d_]|[-%](?:25)*(?:2D|5F))';
  return ['[\\w-]', encoded]
    .map((character) => `(?:${GAP})?${character}(?:(?:${lineBreak})?${character}){42}(?=__;|[^\\w-]|$)`)
    .join('|');
}

const OWN_SECRET = new RegExp(
  `(${OWN_LINK}${TOKEN})(?:${secretWithin(GAP)}|(?:${GAP}${RANDOM_TEXT}|[\\w%-]+)(?:${GAP}${RANDOM_TEXT})*)`,
  'gi',
);
/** A secret in a link without its beginning, or of an earlier version. */
const OTHER_SECRET = new RegExp(`((?<=[#*?>\\s]|23|2A|3F|^)${TOKEN})(?:${secretWithin(LINE_BREAK)})`, 'gi');

/**
 * Replaces the secrets of emailed links: people quote and forward them, and anyone who has one can use the link. They are known by what is
 * before them or by their length; the links of other sites stay as they are.
 */
export function withoutLinkSecrets(text: string): string {
  return text.replace(OWN_SECRET, '$1…').replace(OTHER_SECRET, '$1…');
}
