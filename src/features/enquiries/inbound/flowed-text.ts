/** The parameters of flowed text in the headers of a text part (RFC 3676). */
const FLOWED = /^(content-type:[ \t]*text\/plain\b(?:[^\r\n]|\r?\n[ \t])*?;[ \t\r\n]*)format([ \t]*=[ \t]*"?flowed)/gim;
const DELETES_SPACE = /^content-type:[ \t]*text\/plain\b(?:[^\r\n]|\r?\n[ \t])*?;[ \t\r\n]*delsp[ \t]*=[ \t]*"?yes/im;
const ATTACHMENT = /^content-disposition:[ \t]*(?:\r?\n[ \t]+)?attachment\b/im;
const BOUNDARY =
  /^content-type:\s*multipart\/(?:[^\r\n]|\r?\n[ \t])*?;[ \t\r\n]*boundary[ \t]*=[ \t]*(?:"([^"\r\n]+)"|([^\s;"]+))/im;
/** An empty line, or the next part if it is missing. */
const HEADERS_END = /(?<![^\n])(?=\r?\n|--)/g;
const DELIMITER = /(?<![^\n])--([^\r\n]*)\r?\n/g;
const SIGNATURE = '-- ';

interface FlowedSource {
  /** The source without these parameters, so that its lines stay as they are. */
  readonly source: Buffer;
  readonly isFlowed: boolean;
  readonly deletesSpace: boolean;
}

/** Prepares the source of an email for a parser that would join its lines across quotations. */
export function withoutFlowed(bytes: Uint8Array): FlowedSource {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const parts: string[] = [];
  let isFlowed = false;
  let deletesSpace = false;
  let at = 0;
  for (const { start, end } of listHeaders(text)) {
    const headers = text.slice(start, end);
    if (ATTACHMENT.test(headers)) continue;
    const fixed = headers.replace(FLOWED, '$1x-format$2');
    isFlowed ||= fixed !== headers;
    deletesSpace ||= DELETES_SPACE.test(headers);
    parts.push(text.slice(at, start), fixed);
    at = end;
  }
  return { source: Buffer.from(parts.join('') + text.slice(at), 'latin1'), isFlowed, deletesSpace };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Finds the headers of an email and of its parts, but not of an email that is attached to it, whose boundaries differ. */
function listHeaders(source: string): Range[] {
  const found: Range[] = [];
  const boundaries = new Set<string>();
  const add = (start: number) => {
    HEADERS_END.lastIndex = start;
    const end = HEADERS_END.exec(source)?.index ?? source.length;
    found.push({ start, end });
    const [, quoted, plain] = BOUNDARY.exec(source.slice(start, end)) ?? [];
    const boundary = quoted ?? plain;
    if (boundary !== undefined) boundaries.add(boundary.trimEnd());
  };
  add(0);
  for (const { index, 0: line, 1: name } of source.matchAll(DELIMITER))
    if (boundaries.has(name!.trimEnd())) add(index + line.length);
  return found;
}

interface Line {
  readonly depth: number;
  readonly text: string;
}

/** Joins the lines of flowed text (RFC 3676, 4.5): a line that ends in a space continues on the next of the same quote depth. */
export function unfoldText(text: string, deletesSpace: boolean): string {
  const unfolded: string[] = [];
  let paragraph: string[] = [];
  let previous: Line | undefined;
  for (const line of text.split(/\r?\n/).map(parseLine)) {
    if (previous && !(isContinued(previous) && continues(line, previous))) {
      unfolded.push(joinParagraph(paragraph, previous.depth));
      paragraph = [];
    }
    paragraph.push(deletesSpace && isContinued(line) ? line.text.slice(0, -1) : line.text);
    previous = line;
  }
  if (previous) unfolded.push(joinParagraph(paragraph, previous.depth));
  return unfolded.join('\n');
}

/** A space after the marks of the quotation, or at the beginning of the line, is not part of the text. */
function parseLine(line: string): Line {
  const depth = /^>*/.exec(line)![0].length;
  return { depth, text: line.slice(depth).replace(/^ /, '') };
}

function isContinued({ text }: Line): boolean {
  return text.endsWith(' ') && text !== SIGNATURE;
}

function continues({ depth, text }: Line, previous: Line): boolean {
  return depth === previous.depth && text !== SIGNATURE;
}

/** A line of the sender that begins with `>` gets blanks before it, so that it is not taken for a quotation. */
function joinParagraph(parts: readonly string[], depth: number): string {
  const text = parts.join('');
  return depth === 0 ? text.replace(/^ ?>/, '  >') : `${'>'.repeat(depth)} ${text}`;
}
