import { UNCLEAR_FIELD, fetchingField, unsafeLink } from './refusals.ts';
import { isSafeLink } from './links.ts';
import { type XmlElement, attributeOf } from './xml.server.ts';

/** Fields that start programs, or put in what lies elsewhere. What Word does not know is a bookmark to it, and harmless. */
const FETCHING = new Set([
  ...[
    'dde',
    'ddeauto',
    'link',
    'embed',
    'import',
    'include',
    'includepicture',
    'includetext',
    'rd',
    'database',
    'data',
  ],
  ...['control', 'htmlcontrol', 'ocx', 'print'],
]);

/** Stands for what is in a code besides text: a field, which Word computes first, or a symbol. */
const COMPUTED = '\uFFFC';

/** A piece of a field's code, and whether its deletion or its insertion is proposed: Word computes the code with or without it. */
interface Piece {
  readonly text: string;
  readonly deleted: boolean;
  readonly inserted: boolean;
}

interface Field {
  readonly pieces: Piece[];
  /** Until the result begins. */
  inCode: boolean;
}

/** One flow of text: that of the part, of a text box, or of one of several alternatives for the same place. */
interface Story {
  readonly fields: Field[];
  readonly isAlternative: boolean;
  /** Within so many elements that Word may drop, with or without what is in them. */
  foreign: number;
}

function newStory(isAlternative: boolean): Story {
  return { fields: [], isAlternative, foreign: 0 };
}

/** Puts together the codes of fields, over however many runs they are spread, and refuses those that fetch. */
export class Fields {
  #story = newStory(false);
  readonly #around: Story[] = [];
  #deleted = 0;
  #inserted = 0;
  /** Within an element whose text is that of a code. */
  #inText = 0;

  open(element: XmlElement): void {
    switch (element.name) {
      case 'fldSimple':
        return refuseFetching(attributeOf(element, 'instr', element.namespace) ?? '');
      case 'fldChar':
        return this.#boundary(attributeOf(element, 'fldCharType', element.namespace));
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
        this.#count(element.name, 1);
    }
  }

  close(element: XmlElement): void {
    if (/^(instrText|delInstrText|t|delText)$/.test(element.name)) this.#inText -= 1;
    else this.#count(element.name, -1);
  }

  text(text: string): void {
    if (this.#inText > 0) this.#add(text);
  }

  enterStory(isAlternative: boolean): void {
    // What is put together of this and of what is around it depends on the reader.
    if (this.#story.fields.some(({ inCode }) => inCode)) throw UNCLEAR_FIELD;
    this.#around.push(this.#story);
    this.#story = newStory(isAlternative);
  }

  /** The end of a text box, an alternative or the part. */
  leaveStory(): void {
    const { fields, isAlternative } = this.#story;
    for (const field of fields) {
      if (!field.inCode) continue;
      if (isAlternative) throw UNCLEAR_FIELD;
      endCode(field);
    }
    this.#story = this.#around.pop() ?? newStory(false);
  }

  /** An element of another language than that of texts: Word may know it, drop it with its contents, or put these in its place. */
  enterForeign(): void {
    this.#story.foreign += 1;
  }

  leaveForeign(): void {
    this.#story.foreign -= 1;
  }

  get #field(): Field | undefined {
    return this.#story.fields.at(-1);
  }

  #boundary(kind: string | undefined): void {
    const { fields, foreign } = this.#story;
    if (foreign > 0) throw UNCLEAR_FIELD;
    if (kind === 'begin') {
      this.#add(COMPUTED);
      fields.push({ pieces: [], inCode: true });
    } else if (kind === 'separate' || kind === 'end') {
      if (this.#field?.inCode) endCode(this.#field);
      if (kind === 'end') fields.pop();
    } else {
      throw UNCLEAR_FIELD;
    }
  }

  #count(name: string, by: number): void {
    if (name === 'del' || name === 'moveFrom') this.#deleted += by;
    else if (name === 'ins' || name === 'moveTo') this.#inserted += by;
  }

  #add(text: string): void {
    if (this.#field?.inCode) {
      if (this.#story.foreign > 0) throw UNCLEAR_FIELD;
      this.#field.pieces.push({ text, deleted: this.#deleted > 0, inserted: this.#inserted > 0 });
    }
  }
}

function endCode(field: Field): void {
  field.inCode = false;
  const { pieces } = field;
  const codeOf = (some: readonly Piece[]) => some.map(({ text }) => text).join('');
  for (const code of new Set([
    codeOf(pieces),
    codeOf(pieces.filter(({ deleted }) => !deleted)),
    codeOf(pieces.filter(({ inserted }) => !inserted)),
  ])) {
    refuseFetching(code);
  }
}

/** @throws {ApiError} when the field starts a program, fetches something, or is of a kind that is computed */
function refuseFetching(code: string): void {
  const plain = code
    .normalize('NFKC')
    .replace(/\p{Cf}+/gu, '')
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/^[\s"'“”]+/u, '');
  if (plain.startsWith(COMPUTED)) throw UNCLEAR_FIELD;
  const kind = /^\p{L}+/u.exec(plain)?.[0] ?? '';
  if (FETCHING.has(kind.toLowerCase())) throw fetchingField(kind.toUpperCase());
  if (plain.startsWith(COMPUTED, kind.length)) throw UNCLEAR_FIELD;
  if (kind.toLowerCase() === 'hyperlink') refuseUnsafeTarget(plain.slice(kind.length));
}

/** Switches of a link that are followed by a word of their own, such as the bookmark of \\l. */
const SWITCH_WITH_WORD = /^\\[lots*#@]$/i;
const SWITCH = /^\\[a-z]$/i;

function refuseUnsafeTarget(rest: string): void {
  const words = [...rest.replace(/[“”„]/g, '"').matchAll(/"([^"]*)"?|[^\s"]+/g)].map(
    ([word, quoted]) => quoted ?? word,
  );
  for (let n = 0; n < words.length; n++) {
    const word = words[n] ?? '';
    if (SWITCH_WITH_WORD.test(word)) n += 1;
    else if (!SWITCH.test(word) && !isSafeLink(word)) throw unsafeLink(word);
  }
}
