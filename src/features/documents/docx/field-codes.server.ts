import { isSafeLink } from './links.ts';
import { UNCLEAR_FIELD, fetchingField, unsafeLink } from './messages.ts';
import { reject } from './reject.ts';
import { type XmlElement, getAttribute } from './xml.server.ts';

/** Fields that start programs or include external content. To Word, an unknown name is a bookmark, which is harmless. */
const ACTIVE_FIELDS = new Set(
  (
    'dde ddeauto link embed import include includepicture includetext rd database data ' +
    'control htmlcontrol ocx print'
  ).split(' '),
);

/** Replaces what is not text in a field code: a nested field, which Word computes first, or a symbol. */
const COMPUTED = '\uFFFC';

/** Part of a field code, and whether its deletion or insertion is a tracked change: Word computes the code with or without it. */
interface CodeRun {
  readonly text: string;
  readonly deleted: boolean;
  readonly inserted: boolean;
}

/** Word nests fields at most 20 deep. */
const MAX_NESTED_FIELDS = 100;
/** Reference managers write whole sources into a code. */
const MAX_CODE_LENGTH = 500_000;

interface Field {
  readonly runs: CodeRun[];
  /** Characters of all runs. */
  length: number;
  /** Until its result begins. */
  inCode: boolean;
}

/** A flow of text: of the part, of a text box, or of one of several alternatives for the same place. */
interface Story {
  readonly fields: Field[];
  readonly isAlternative: boolean;
  /** Number of open elements of other namespaces, which Word may drop with or without their contents. */
  foreign: number;
}

function newStory(isAlternative: boolean): Story {
  return { fields: [], isAlternative, foreign: 0 };
}

/** Joins the runs of field codes and rejects active fields. */
export class Fields {
  #story = newStory(false);
  readonly #outerStories: Story[] = [];
  #deleted = 0;
  #inserted = 0;
  /** Number of open elements whose text belongs to a code. */
  #inText = 0;

  open(element: XmlElement): void {
    switch (element.local) {
      case 'fldSimple':
        return assertHarmless(getAttribute(element, 'instr', element.uri) ?? '');
      case 'fldChar':
        return this.#addBoundary(getAttribute(element, 'fldCharType', element.uri));
      case 'instrText':
      case 'delInstrText':
      case 't':
      case 'delText':
        this.#inText += 1;
        return;
      case 'p':
      case 'tab':
      case 'ptab':
      case 'br':
      case 'cr':
        return this.#add(' ');
      case 'sym':
        return this.#add(COMPUTED);
      default:
        this.#countChange(element.local, 1);
    }
  }

  close(element: XmlElement): void {
    if (/^(instrText|delInstrText|t|delText)$/.test(element.local)) this.#inText -= 1;
    else this.#countChange(element.local, -1);
  }

  text(text: string): void {
    if (this.#inText > 0) this.#add(text);
  }

  enterStory(isAlternative: boolean): void {
    // Programs differ in how they combine the story with the code around it.
    if (this.#story.fields.some(({ inCode }) => inCode)) reject(UNCLEAR_FIELD);
    this.#outerStories.push(this.#story);
    this.#story = newStory(isAlternative);
  }

  /** The end of a text box, an alternative or the part. */
  leaveStory(): void {
    const { fields, isAlternative } = this.#story;
    for (const field of fields) {
      if (!field.inCode) continue;
      if (isAlternative) reject(UNCLEAR_FIELD);
      endCode(field);
    }
    this.#story = this.#outerStories.pop() ?? newStory(false);
  }

  /** An element of another namespace: Word may know it, drop it with its contents, or keep only the contents. */
  enterForeign(): void {
    this.#story.foreign += 1;
  }

  leaveForeign(): void {
    this.#story.foreign -= 1;
  }

  #addBoundary(type: string | undefined): void {
    const { fields, foreign } = this.#story;
    if (foreign > 0) reject(UNCLEAR_FIELD);
    if (type === 'begin') {
      this.#add(COMPUTED);
      if (fields.length === MAX_NESTED_FIELDS) reject(UNCLEAR_FIELD);
      fields.push({ runs: [], length: 0, inCode: true });
    } else if (type === 'separate' || type === 'end') {
      const field = fields.at(-1);
      if (field?.inCode) endCode(field);
      if (type === 'end') fields.pop();
    } else {
      reject(UNCLEAR_FIELD);
    }
  }

  #countChange(name: string, by: number): void {
    if (name === 'del' || name === 'moveFrom') this.#deleted += by;
    else if (name === 'ins' || name === 'moveTo') this.#inserted += by;
  }

  #add(text: string): void {
    const field = this.#story.fields.at(-1);
    if (!field?.inCode) return;
    if (this.#story.foreign > 0) reject(UNCLEAR_FIELD);
    field.length += text.length;
    if (field.length > MAX_CODE_LENGTH) reject(UNCLEAR_FIELD);
    field.runs.push({ text, deleted: this.#deleted > 0, inserted: this.#inserted > 0 });
  }
}

/** Checks the code as it is, with all deletions accepted, and with all insertions rejected. */
function endCode(field: Field): void {
  field.inCode = false;
  const { runs } = field;
  const variants = [runs, runs.filter(({ deleted }) => !deleted), runs.filter(({ inserted }) => !inserted)];
  const codes = new Set(variants.map((variant) => variant.map(({ text }) => text).join('')));
  for (const code of codes) assertHarmless(code);
}

/** @throws {ApiError} when the field starts a program, fetches something, or has a computed kind */
function assertHarmless(code: string): void {
  if (code.length > MAX_CODE_LENGTH) reject(UNCLEAR_FIELD);
  const plain = code
    .normalize('NFKC')
    .replace(/\p{Cf}+/gu, '')
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/^[\s"'“”]+/u, '');
  if (plain.startsWith(COMPUTED)) reject(UNCLEAR_FIELD);
  const kind = /^\p{L}+/u.exec(plain)?.[0] ?? '';
  if (ACTIVE_FIELDS.has(kind.toLowerCase())) reject(fetchingField(kind.toUpperCase()));
  if (plain.startsWith(COMPUTED, kind.length)) reject(UNCLEAR_FIELD);
  if (kind.toLowerCase() === 'hyperlink') assertSafeArguments(plain.slice(kind.length));
}

/** Switches of a link with an argument, such as the bookmark of \\l. */
const SWITCH_WITH_ARGUMENT = /^\\[lots*#@]$/i;
const SWITCH = /^\\[a-z]$/i;

function assertSafeArguments(text: string): void {
  const words = [...text.replace(/[“”„]/g, '"').matchAll(/"([^"]*)"?|[^\s"]+/g)].map(
    ([word, quoted]) => quoted ?? word,
  );
  for (let n = 0; n < words.length; n++) {
    const word = words[n] ?? '';
    if (SWITCH_WITH_ARGUMENT.test(word)) n += 1;
    else if (!SWITCH.test(word) && !isSafeLink(word)) reject(unsafeLink(word));
  }
}
