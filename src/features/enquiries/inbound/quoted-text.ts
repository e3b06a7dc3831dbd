/** The text of an email without what it quotes. */
interface SplitText {
  readonly text: string;
  /** Null if it quotes nothing. */
  readonly quoted: string | null;
}

/** Lines with which mail programs introduce the email that is answered, in the languages of most senders. */
const INTRODUCTIONS: readonly RegExp[] = [
  // Each has a date.
  /^On .*\d.{4,200} wrote:$/i,
  /^Am .*\d.{4,200} schrieb .{1,200}:$/i,
  /^Le .*\d.{4,200} a écrit\s?:$/i,
  /^El .*\d.{4,200} escribió:$/i,
  /^Il .*\d.{4,200} ha scritto:$/i,
  /^-{3,}\s*(Original Message|Original-Nachricht|Ursprüngliche Nachricht|Message d'origine|Forwarded message)\s*-{3,}$/i,
  /^_{20,}$/,
];
/** The headers that Outlook puts before it. */
const HEADER = /^\*?(From|Von|De|Da)\*?:\s\S/i;
const NEXT_HEADER =
  /^\*?(Sent|Date|Gesendet|Datum|Envoyé|Enviado|Inviato|To|An|À|Para|A|Subject|Betreff|Objet|Asunto)\*?:\s/i;
const QUOTE = /^\s?>/;
const SIGNATURE = /^-- ?$/;
/** The other headers follow within this number of lines. */
const HEADER_LINES = 4;

/**
 * Separates what a sender wrote from what the email quotes: the quotation at the end with its introduction, or that at the beginning if
 * they answered below it. Quotations with answers in between stay, since the answers would be meaningless without them.
 */
export function splitQuotedText(mail: string): SplitText {
  const lines = joinIntroductions(mail.replace(/\r\n?/g, '\n').split('\n'));
  const start = lines.findIndex((_, index) => isIntroduction(lines, index) || isQuotation(lines, index));
  if (start < 0) return { text: withoutSignature(lines), quoted: null };
  const before = lines.slice(0, start);
  const rest = lines.slice(start);
  if (before.every(isBlank)) return splitAnswerBelow(rest);
  // A single quotation to the end. Outlook does not mark the lines.
  const afterQuote = rest.slice(1).findIndex((line) => QUOTE.test(line)) < 0 ? [] : getLinesAfterQuotes(rest);
  if (!afterQuote.every(isBlank) && !isOnlySignature(afterQuote)) return { text: trim(lines), quoted: null };
  return { text: withoutSignature(before), quoted: trim(rest) || null };
}

function splitAnswerBelow(lines: readonly string[]): SplitText {
  const last = lines.findLastIndex((line) => QUOTE.test(line));
  const answer = withoutSignature(lines.slice(last + 1));
  const hasAnswersBetween = lines.slice(1, last).some((line) => !QUOTE.test(line) && !isBlank(line));
  if (last < 0 || answer === '') return { text: '', quoted: trim(lines) || null };
  return hasAnswersBetween
    ? { text: trim(lines), quoted: null }
    : { text: answer, quoted: trim(lines.slice(0, last + 1)) };
}

/** Mail programs break a long introduction in two lines: "On … <address>" and "wrote:". */
function joinIntroductions(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const before = joined.at(-1);
    const both = `${before} ${line.trim()}`;
    if (before !== undefined && /^(On|Am|Le|El|Il) /.test(before) && INTRODUCTIONS.some((known) => known.test(both)))
      joined[joined.length - 1] = both;
    else joined.push(line);
  }
  return joined;
}

function isIntroduction(lines: readonly string[], index: number): boolean {
  const line = lines[index]!.trim();
  if (HEADER.test(line)) {
    const next = lines.slice(index + 1, index + 1 + HEADER_LINES).filter((other) => NEXT_HEADER.test(other.trim()));
    return next.length >= 2;
  }
  return INTRODUCTIONS.some((known) => known.test(line));
}

/** A quotation without an introduction. */
function isQuotation(lines: readonly string[], index: number): boolean {
  return QUOTE.test(lines[index]!);
}

function getLinesAfterQuotes(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => QUOTE.test(line));
  const unquoted = lines.slice(first).findIndex((line) => !QUOTE.test(line) && !isBlank(line));
  return unquoted < 0 ? [] : lines.slice(first + unquoted);
}

function isOnlySignature(lines: readonly string[]): boolean {
  return SIGNATURE.test(lines.find((line) => !isBlank(line)) ?? '');
}

function withoutSignature(lines: readonly string[]): string {
  const signature = lines.findIndex((line) => SIGNATURE.test(line));
  return trim(signature > 0 ? lines.slice(0, signature) : lines);
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}

function trim(lines: readonly string[]): string {
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
