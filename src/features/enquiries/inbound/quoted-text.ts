import { NOTICE, ORIGINAL_MESSAGE, WROTE, findHeader, isMobileSignature } from './mail-terms.ts';

/** The text of an email without what it quotes. Nothing is lost: what is not in the one is in the other. */
interface SplitText {
  /** Empty only if the email is. */
  readonly text: string;
  /** With the signature and notices; null if there is nothing of the kind. */
  readonly quoted: string | null;
}

const QUOTE = /^\s?>/;
const SIGNATURE = /^-- ?$/;
/** A line of a mail program above the headers or the introduction. */
const RULE = /^[-_=*–—]{3,}$|^-{2,40}.{3,60}-{2,40}$/;
const ADDRESS = '[<([](?:mailto:)?[^\\s<>()[\\]@]+@[^\\s<>()[\\]@]+[>)\\]]';
const HAS_ADDRESS = new RegExp(ADDRESS);
const ENDS_WITH_ADDRESS = new RegExp(`${ADDRESS}+\\s?[:：]$`);
const HAS_DATE = /(?<!\d)(?:19|20)\d\d(?!\d)|\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2}/;
/** Mail programs break a long introduction. */
const INTRODUCTION_LINES = 3;
const MAX_INTRODUCTION_LENGTH = 500;
/** Within which the headers above a quotation follow each other, with empty lines. */
const HEADER_LINES = 10;

/**
 * Separates what a sender wrote from what the email quotes: the quotation at the end with its introduction, or that at the beginning if
 * they answered below it. Quotations with answers in between stay, since the answers would be meaningless without them, and so does an
 * email that is only a quotation.
 */
export function splitQuotedText(mail: string): SplitText {
  const lines = mail.replace(/\r\n?/g, '\n').split('\n');
  const found = findQuotation(lines);
  const split = found ? splitQuotation(lines, found) : splitSignature(lines);
  return split.text === '' ? { text: trim(lines), quoted: null } : split;
}

function splitQuotation(lines: readonly string[], found: Quotation): SplitText {
  const before = lines.slice(0, found.start);
  const rest = lines.slice(found.start);
  return before.every(isBlank) ? splitAnswerBelow(rest, found) : splitAnswerAbove(before, rest, found);
}

function splitAnswerAbove(before: readonly string[], rest: readonly string[], { isMarked }: Quotation): SplitText {
  const first = rest.findIndex(isQuoted);
  const last = rest.findLastIndex(isQuoted);
  const isAnswered = isMarked && (hasAnswers(rest.slice(first, last)) || !isOnlyFooter(rest.slice(last + 1)));
  if (isAnswered) return { text: trim([...before, ...rest]), quoted: null };
  const { text, quoted } = splitSignature(before);
  return { text, quoted: joinQuoted(quoted, trim(rest)) };
}

function splitAnswerBelow(lines: readonly string[], { isMarked }: Quotation): SplitText {
  const first = lines.findIndex(isQuoted);
  const last = lines.findLastIndex(isQuoted);
  if (!isMarked || hasAnswers(lines.slice(first, last))) return { text: trim(lines), quoted: null };
  const { text, quoted } = splitSignature(lines.slice(last + 1));
  return { text, quoted: joinQuoted(trim(lines.slice(0, last + 1)), quoted) };
}

/** Whether there is text between the lines of quotations. */
function hasAnswers(lines: readonly string[]): boolean {
  return lines.some((line) => !isQuoted(line) && !isBlank(line));
}

function joinQuoted(...parts: readonly (string | null)[]): string | null {
  return parts.filter((part) => part !== null && part !== '').join('\n\n') || null;
}

interface Quotation {
  /** The index of its first line, which introduces it. */
  readonly start: number;
  /** Whether its lines begin with `>`. If they do not, all lines to the end belong to it. */
  readonly isMarked: boolean;
}

function findQuotation(lines: readonly string[]): Quotation | undefined {
  for (const [index, line] of lines.entries()) {
    if (isQuoted(line)) return { start: index, isMarked: true };
    if (ORIGINAL_MESSAGE.test(line.trim()) || isHeaderBlock(lines, index))
      return { start: includeRule(lines, index), isMarked: false };
    const introduction = findIntroduction(lines, index);
    if (introduction !== undefined)
      return { start: includeRule(lines, introduction), isMarked: isQuoted(getNextLine(lines, index)) };
  }
  return undefined;
}

/**
 * Returns the first line of the introduction that ends at this index, such as "On 24 November 2026, Recce <address> wrote:": the shortest
 * with a date, since the answer may be right above it.
 */
function findIntroduction(lines: readonly string[], end: number): number | undefined {
  if (!/[:：]\s*$/.test(lines[end]!)) return undefined;
  const isBeforeQuote = isQuoted(getNextLine(lines, end));
  let found: number | undefined;
  for (let start = end; start > end - INTRODUCTION_LINES && start >= 0; start--) {
    if (isBlank(lines[start]!) || isQuoted(lines[start]!)) break;
    const whole = lines
      .slice(start, end + 1)
      .map((line) => line.trim())
      .join(' ');
    if (!isIntroduction(whole, isBeforeQuote)) continue;
    if (HAS_DATE.test(whole)) return start;
    found ??= start;
  }
  return found;
}

/** A verb may be missing, as in Yandex Mail: then an address has to be before the colon. */
function isIntroduction(line: string, isBeforeQuote: boolean): boolean {
  if (line.length > MAX_INTRODUCTION_LENGTH) return false;
  if (HAS_DATE.test(line) && ENDS_WITH_ADDRESS.test(line)) return true;
  return WROTE.test(line) && /\d/.test(line) && (isBeforeQuote || (HAS_ADDRESS.test(line) && HAS_DATE.test(line)));
}

/**
 * The headers of an email, as Outlook puts them above it: sender, and two of date, recipient and subject, in any order, one of them
 * a subject or with an email address. People write "From:" and "To:" too, about a road or a day.
 */
function isHeaderBlock(lines: readonly string[], start: number): boolean {
  const first = findHeader(lines[start]!);
  if (!first || first === 'to') return false;
  const block = [lines[start]!];
  for (const line of lines.slice(start + 1, start + HEADER_LINES)) {
    // Another email may follow a line that looks like a header.
    if (findHeader(line) === 'from' && isBlank(block.at(-1)!)) break;
    block.push(line);
  }
  const names = new Set(block.map(findHeader).filter((name) => name !== undefined));
  const isLikely =
    names.has('subject') || block.some((line) => line.includes('@') && ['from', 'to'].includes(findHeader(line) ?? ''));
  return names.has('from') && names.size >= 3 && isLikely;
}

/** Moves the beginning of a quotation above the line that mail programs put before it, with or without headers in between. */
function includeRule(lines: readonly string[], start: number): number {
  const above = lines.findLastIndex((line, index) => index < start && !isBlank(line) && !findHeader(line));
  return above >= start - HEADER_LINES && RULE.test(lines[above]?.trim() ?? '') ? above : start;
}

/** Whether the lines below the last quotation are not by the sender: empty, a signature, a legal notice. */
function isOnlyFooter(lines: readonly string[]): boolean {
  const paragraphs = trim(lines.filter((line) => !RULE.test(line.trim()))).split('\n\n');
  const paragraph = paragraphs.find((text) => !isMobileSignature(text)) ?? '';
  return paragraph === '' || SIGNATURE.test(paragraph.split('\n', 1)[0]!) || NOTICE.test(paragraph);
}

/** Separates the signature from what is above it, and the one that a telephone adds. */
function splitSignature(lines: readonly string[]): SplitText {
  const at = lines.findIndex((line) => SIGNATURE.test(line));
  const { text, quoted } = splitMobileSignature(trim(at > 0 ? lines.slice(0, at) : lines));
  return { text, quoted: at > 0 ? joinQuoted(quoted, trim(lines.slice(at))) : quoted };
}

function splitMobileSignature(text: string): SplitText {
  const at = text.lastIndexOf('\n') + 1;
  return at > 0 && isMobileSignature(text.slice(at))
    ? { text: text.slice(0, at).trim(), quoted: text.slice(at) }
    : { text, quoted: null };
}

function getNextLine(lines: readonly string[], index: number): string {
  return lines.slice(index + 1, index + 4).find((line) => !isBlank(line)) ?? '';
}

function isQuoted(line: string): boolean {
  return QUOTE.test(line);
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
