/**
 * Stands for the secret of a link until the email is sent, so that the outbox, its backups and dead letters never contain a secret. The
 * pages of links treat it as an expired one, in case a previous version of the site sends such an email during an upgrade.
 */
export const SECRET_PLACEHOLDER = 'issued-when-sent';

/** 32 bytes in base64url. */
const SECRET_LENGTH = 43;
/** How mail programs and services that check links encode `=`. */
const EQUALS = '(?:=3D|=|%(?:25)*3D|-3D)';
/** The beginning of the links of this site, up to the secret, in the same encodings. */
const OWN_LINK = `from${EQUALS}(?:mail|invitation)(?:#|%(?:25)*23|-23)`;
/** A secret after its name. A mail program may have broken the secret: the rest is on the next line, which may be quoted. */
const SECRET = new RegExp(
  `(?:(${OWN_LINK})|(?<=[#?>\\s]|23|3F|^))(token${EQUALS})(?!${SECRET_PLACEHOLDER}(?![\\w-]))([\\w-]+)(?:([ \\t]*\\r?\\n[>\\s]{0,20})([\\w-]+))?`,
  'gi',
);

/**
 * Replaces the secrets of emailed links: people quote and forward them, and anyone who has one can use the link. They are known by what is
 * before them or by their length; the links of other sites stay as they are.
 */
export function withoutLinkSecrets(text: string): string {
  return text.replace(
    SECRET,
    (link, own: string | undefined, name: string, secret: string, lineBreak = '', next = '') => {
      const isBroken = secret.length < SECRET_LENGTH && secret.length + next.length === SECRET_LENGTH;
      if (own === undefined && !isBroken && secret.length !== SECRET_LENGTH) return link;
      return `${own ?? ''}${name}…${isBroken ? '' : lineBreak + next}`;
    },
  );
}
