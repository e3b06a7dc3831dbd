import { withoutBrackets } from './headings/capitals.ts';
import type { Heading } from './headings/read-heading.ts';
import type { Scene } from './script.ts';
import type { ScriptLine } from './script-lines.ts';

const EIGHTHS_OF_PAGE = 8;

/** Collects what follows a heading. */
export class SceneBuilder {
  /** What a scene after this one continues. An omitted scene passes on that of the scene before. */
  readonly continued: Scene['dayOrNight'];
  readonly #dayOrNight: Scene['dayOrNight'];
  readonly #heading: Heading;
  readonly #line: ScriptLine;
  readonly #start: number;
  readonly #paragraphs: string[] = [];
  readonly #characters = new Set<string>();
  #end: number;

  /** @param position where the scene begins, in pages */
  constructor(heading: Heading, line: ScriptLine, position: number, previous: Scene['dayOrNight']) {
    this.#heading = heading;
    this.#line = line;
    this.#start = position;
    this.#end = position;
    this.#dayOrNight = heading.time === 'CONTINUING' ? previous : (heading.time ?? null);
    this.continued = heading.isOmitted ? previous : this.#dayOrNight;
  }

  endAt(position: number): void {
    this.#end = position;
  }

  /** @param cue with what stands around the name: "@McAVOY (V.O.) ^" */
  addCharacter(cue: string): void {
    const name = withoutBrackets(cue.trim().replace(/^@/, '').replace(/\^$/, '')).trim();
    if (name !== '') this.#characters.add(name);
  }

  /** Lines of one paragraph are joined. */
  addAction({ text, isBlankBefore, style }: ScriptLine): void {
    const last = this.#paragraphs.length - 1;
    if (isBlankBefore || style === 'action' || last < 0) this.#paragraphs.push(text.trim());
    else this.#paragraphs[last] += ` ${text.trim()}`;
  }

  /** Says whether a heading repeats this one on the next page: "12 INT. MILL - DAY (CONT'D) 12". */
  isRepeatedBy(heading: Heading): boolean {
    const { number, text } = this.#heading;
    const plain = withoutBrackets(heading.text);
    if (plain === heading.text || heading.number !== number) return false;
    return saysContinued(heading.text) && withoutBrackets(text).toUpperCase() === plain.toUpperCase();
  }

  build(): Scene {
    const { number, text, places, timeOfDay, isOmitted } = this.#heading;
    const estimate = Math.max(1, Math.round((this.#end - this.#start) * EIGHTHS_OF_PAGE));
    return {
      number,
      heading: text,
      places,
      timeOfDay,
      dayOrNight: this.#dayOrNight,
      eighths: isOmitted ? 0 : (this.#line.eighths ?? estimate),
      action: this.#paragraphs.join('\n'),
      characters: [...this.#characters],
      isOmitted,
      line: this.#line.line,
    };
  }
}

/** "CONT'D", "CONTINUED". */
export function saysContinued(heading: string): boolean {
  return /(?<!\p{L})CONT(?:['’]?D|INUED|INUES)?(?!\p{L})/iu.test(heading);
}
