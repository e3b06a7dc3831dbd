/**
 * Stands for the secret of a link until the email is sent, so that the outbox, its backups and dead letters never contain a secret. The
 * pages of links treat it as an expired one, in case a previous version of the site sends such an email during an upgrade.
 */
export const SECRET_PLACEHOLDER = 'issued-when-sent';

/** 32 bytes in base64url. */
const SECRET_LENGTH = 43;
/**
 * A secret after its name, as in the URL, or as mail programs and services that check links encode it: `=3D`, `%3D`, `%253D`, `-3D`. A mail
 * program may have broken it: the second part is on the next line, which may be quoted.
 */
const SECRET = new RegExp(
  `(token(?:=3D|=|%(?:25)*3D|-3D))(?!${SECRET_PLACEHOLDER}(?![\\w-]))([\\w-]+)(?:([ \\t]*\\r?\\n[>\\s]{0,20})([\\w-]+))?`,
  'gi',
);

/** Replaces the secrets of emailed links: people quote and forward them, and whoever has one can use the link. */
export function withoutLinkSecrets(text: string): string {
  return text.replace(SECRET, (_, name: string, secret: string, lineBreak = '', next = '') => {
    const isBroken = secret.length < SECRET_LENGTH && secret.length + next.length === SECRET_LENGTH;
    return `${name}…${isBroken ? '' : lineBreak + next}`;
  });
}
