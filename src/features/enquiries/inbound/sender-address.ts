/** One email address, alone or in angle brackets after a name. */
const SENDER =
  /^(?:[^<>,:;()"\p{Cc}]*<(?<named>[^\s<>,:;()"@\p{Cc}]+@[^\s<>,:;()"@\p{Cc}]+)>|(?<alone>[^\s<>,:;()"@\p{Cc}]+@[^\s<>,:;()"@\p{Cc}]+))$/u;
/** RFC 2047; it can only stand for a part of the name. */
const ENCODED_WORD = /=\?[\w-]+(?:\*[\w-]+)?\?[bq]\?[^?\s]*\?=/gi;
const MAX_LENGTH = 2_000;

/**
 * Returns the email address in a From header if nobody can read it in another way: mail servers check whether the email is forged by the
 * email address that they read, and must not have read another one.
 */
export function parseSenderAddress(header: string): string | null {
  if (header.length > MAX_LENGTH) return null;
  const plain = withoutStringsAndComments(header.replace(/[ \t]+/g, ' '))?.replace(ENCODED_WORD, 'name');
  const { named, alone } = SENDER.exec(plain?.trim() ?? '')?.groups ?? {};
  return (named ?? alone)?.toLowerCase() ?? null;
}

/** Removes quoted strings and comments, which can be nested (RFC 5322, 3.2.2). Null if one does not end. */
function withoutStringsAndComments(header: string): string | null {
  let plain = '';
  let depth = 0;
  let isInString = false;
  for (const [part] of header.matchAll(/\\.|[^\\]|\\$/gsu)) {
    if (isInString) isInString = part !== '"';
    else if (part === '(') depth += 1;
    else if (part === ')' && depth > 0) depth -= 1;
    else if (depth === 0 && part === '"') isInString = true;
    else if (depth === 0) plain += part;
  }
  return depth === 0 && !isInString ? plain : null;
}
