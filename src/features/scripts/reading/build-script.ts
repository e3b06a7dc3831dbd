import { isInCapitals, withoutBrackets } from './headings/capitals.ts';
import {
  type Heading,
  type Judgement,
  type LineContext,
  REASONS,
  judgeLine,
  readHeading,
} from './headings/read-heading.ts';
import type { Vocabulary } from './headings/vocabulary.ts';
import { joinWrappedHeadings } from './join-wrapped-headings.ts';
import { SceneBuilder, saysContinued } from './scene-builder.ts';
import type { PossibleHeading, Scene, Script } from './script.ts';
import type { ScriptDocument, ScriptLine } from './script-lines.ts';

/** What scenes, and what lines look like headings, a document has. */
export function buildScript(
  document: ScriptDocument,
  vocabulary: Vocabulary,
  taken: ReadonlySet<number> = new Set(),
): Script {
  const possibleHeadings: PossibleHeading[] = [];
  const builders: SceneBuilder[] = [];
  const length = new LengthInLines();
  let isInDialogue = false;

  const lines = joinWrappedHeadings(document.lines, vocabulary);
  const hasIntExtHeadings = lines.some((line) => isIntExtHeading(vocabulary, line));

  for (const [index, line] of lines.entries()) {
    if (line.isBlankBefore) isInDialogue = false;
    const current = builders.at(-1);
    // Of a line that begins with what is left out, the script after it is no heading.
    const isTaken = taken.has(line.line) && lines[index - 1]?.line !== line.line;
    const judgement: Judgement = isTaken
      ? { heading: withNumber(readHeading(vocabulary, line.text), line) }
      : judge(vocabulary, line, { isInDialogue, hasIntExtHeadings }, current);
    const isHeading = judgement !== undefined && 'heading' in judgement;
    // A line is reported once.
    if (judgement && possibleHeadings.at(-1)?.line === line.line) possibleHeadings.pop();
    const isCue = !isHeading && !isInDialogue && isCharacterCue(line, judgement);
    const position = line.page ?? length.add(line, isInDialogue);

    if (isHeading) {
      current?.endAt(position);
      builders.push(new SceneBuilder(judgement.heading, line, position, current?.continued ?? null));
      isInDialogue = false;
      continue;
    }
    if (judgement) possibleHeadings.push({ line: line.line, text: line.text.trim(), reason: judgement.reason });
    if (judgement?.reason === REASONS.repeated) continue;
    if (isCue) {
      current?.addCharacter(line.text);
      isInDialogue = line.style === 'unknown';
    } else if (isAction(line) && !isInDialogue) current?.addAction(line);
  }
  const pages = document.pages ?? Math.max(1, Math.ceil(length.pages));
  const last = document.lines.at(-1)?.page;
  builders.at(-1)?.endAt(last === undefined ? length.pages : last + 1 / LINES_OF_PAGE);
  const scenes: Scene[] = builders.map((builder) => builder.build());
  return { format: document.format, title: document.title, scenes, possibleHeadings, pages };
}

/** Of a line that is not in dialogue. */
function isIntExtHeading(vocabulary: Vocabulary, { text, style, exclusion, isBlankBefore, isBlankAfter }: ScriptLine) {
  if (exclusion || (style !== 'heading' && style !== 'unknown')) return false;
  const context = { isBlankBefore, isBlankAfter, isInDialogue: false, hasIntExtHeadings: false };
  const judgement = judgeLine(vocabulary, text, context);
  return judgement !== undefined && 'heading' in judgement && judgement.heading.places[0].intExt !== null;
}

const EXCLUSION_REASONS = {
  'left out': REASONS.leftOut,
  omitted: REASONS.omitted,
  'running head': REASONS.runningHead,
} as const;

function judge(
  vocabulary: Vocabulary,
  line: ScriptLine,
  context: Pick<LineContext, 'isInDialogue' | 'hasIntExtHeadings'>,
  current: SceneBuilder | undefined,
): Judgement {
  if (line.style === 'heading') {
    if (line.exclusion) return { reason: EXCLUSION_REASONS[line.exclusion] };
    return { heading: withNumber(readHeading(vocabulary, line.text), line) };
  }
  const { isBlankBefore, isBlankAfter } = line;
  const isMarkedDialogue = line.style === 'dialogue' || line.style === 'character' || line.isAtMargin === false;
  const judgement = judgeLine(vocabulary, line.text, {
    isBlankBefore,
    isBlankAfter,
    isInDialogue: context.isInDialogue || isMarkedDialogue,
    hasIntExtHeadings: context.hasIntExtHeadings,
  });
  if (!judgement) return undefined;
  if (line.exclusion && !isHeadingAtTop(line, judgement))
    return isReported(judgement) ? { reason: EXCLUSION_REASONS[line.exclusion] } : undefined;
  if (line.style !== 'unknown') return isReported(judgement) ? { reason: REASONS.marked } : undefined;
  if ('heading' in judgement && current?.isRepeatedBy(judgement.heading)) return { reason: REASONS.repeated };
  return judgement;
}

/** Pages that begin with the headings of numbered scenes look like pages with a header. */
function isHeadingAtTop({ exclusion, text }: ScriptLine, judgement: NonNullable<Judgement>): boolean {
  return exclusion === 'running head' && 'heading' in judgement && isReported(judgement) && !saysContinued(text);
}

/** In lines of a known style, only INT and EXT are worth a look. */
function isReported(judgement: NonNullable<Judgement>): boolean {
  return 'heading' in judgement ? judgement.heading.places[0].intExt !== null : judgement.reason !== REASONS.noIntExt;
}

function withNumber(heading: Heading, { number }: ScriptLine): Heading {
  return number ? { ...heading, number } : heading;
}

const MAX_CUE_LENGTH = 60;

/** A name in capitals, directly above what is spoken. */
function isCharacterCue(line: ScriptLine, judgement: Judgement): boolean {
  if (line.exclusion) return false;
  if (line.style !== 'unknown') return line.style === 'character';
  if (judgement && !isNameInstead(judgement)) return false;
  if (!line.isBlankBefore || line.isBlankAfter || line.isAtMargin === true) return false;
  const name = withoutBrackets(line.text);
  return name.length <= MAX_CUE_LENGTH && isInCapitals(name) && !/[:.!?]$/.test(name);
}

/** "INTERIOR MINISTER". */
function isNameInstead(judgement: NonNullable<Judgement>): boolean {
  return 'reason' in judgement && (judgement.reason === REASONS.speaker || judgement.reason === REASONS.dialogue);
}

function isAction({ style, exclusion, isAtMargin, text }: ScriptLine): boolean {
  if (exclusion) return false;
  if (style === 'action') return true;
  return style === 'unknown' && isAtMargin !== false && !(isInCapitals(text) && text.endsWith(' TO:'));
}

/** Lines of a page of a screenplay, in Courier at 12 points on A4 or letter. */
const LINES_OF_PAGE = 55;
/** Characters of a line of action, and of dialogue. */
const CHARACTERS = { action: 60, dialogue: 35 };

/** Estimates the length of formats without pages. */
class LengthInLines {
  #lines = 0;

  get pages(): number {
    return this.#lines / LINES_OF_PAGE;
  }

  /** @returns where the line begins, in pages */
  add({ text, isBlankBefore, style, exclusion }: ScriptLine, isInDialogue: boolean): number {
    if (exclusion) return this.pages;
    if (isBlankBefore) this.#lines += 1;
    const start = this.pages;
    const width = isInDialogue || style === 'dialogue' ? CHARACTERS.dialogue : CHARACTERS.action;
    this.#lines += Math.max(1, Math.ceil(text.length / width));
    return start;
  }
}
