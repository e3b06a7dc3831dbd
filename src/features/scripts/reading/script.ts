/** INT or EXT of a scene heading, or both: `INT./EXT.`. */
export type IntExt = 'INT' | 'EXT' | 'INT/EXT';

/** A place of a scene heading: "MILL, FLOOR 2" has the name MILL and the sub-place FLOOR 2. */
export interface ScenePlace {
  /** Null in a heading without INT or EXT. */
  intExt: IntExt | null;
  /** As written, without sub-places. */
  name: string;
  subPlaces: string[];
}

/** A scene of a script. */
export interface Scene {
  /** As written: "12", "12A". */
  number: string | null;
  /** As written, without the number. */
  heading: string;
  /** More than one in a double heading: "INT. CAR / EXT. ROAD". */
  places: [ScenePlace, ...ScenePlace[]];
  /** As written: "NIGHT", "LATER". */
  timeOfDay: string | null;
  /** Of a scene that continues another one ("LATER", "CONTINUOUS"), that of the other one. */
  dayOrNight: 'DAY' | 'NIGHT' | null;
  /** Length in eighths of a page, at least 1; 0 for an omitted scene. */
  eighths: number;
  /** The description of what is seen and done, without dialogue. Paragraphs are separated by line breaks. */
  action: string;
  /** Names of those who speak, in the order in which they first speak. */
  characters: string[];
  isOmitted: boolean;
  /** Line of the heading in the text that was read, from 1. In .fdx files the paragraph. */
  line: number;
}

/** A line that looks like a scene heading and is not read as one. */
export interface PossibleHeading {
  line: number;
  text: string;
  /** For users, without a full stop: "in a sentence". */
  reason: string;
}

export interface Script {
  format: 'fountain' | 'fdx' | 'pdf' | 'text';
  title: string | null;
  scenes: Scene[];
  possibleHeadings: PossibleHeading[];
  /** Number of pages: those of a PDF, estimated for other formats. */
  pages: number;
}

/**
 * The words of scene headings in one language, in capitals. English, German, French and Spanish are in `common-words.json`; other languages are
 * data of the region: `heading-words.json`.
 */
export interface HeadingWords {
  /** BCP 47, such as `gd`. */
  language: string;
  /** INT, INTERIOR, A-STAIGH. */
  interior: string[];
  /** EXT, EXTERIOR, A-MUIGH. */
  exterior: string[];
  /** I/E. */
  both: string[];
  /** Single words of times by day: DAY, MORNING. */
  day: string[];
  /** Single words of times by night: NIGHT, EVENING. */
  night: string[];
  /** Times that continue that of the scene before, single words or phrases: LATER, MÁS TARDE. */
  continuing: string[];
  /** Other words in a time: THE, NEXT, EARLY. */
  qualifiers: string[];
  /** Last words of what is said about the shot and names no place: MOVING, FLASHBACK, RAIN. */
  remarks: string[];
  /** Words before the number of a scene: SCENE. */
  sceneLabels: string[];
  /** OMITTED. */
  omitted: string[];
  /** What a scene between several places begins with: INTERCUT. */
  intercut: string[];
}

/** A file that was chosen, or text that was pasted. */
export type ScriptSource = { name: string; bytes: Uint8Array<ArrayBuffer> } | { text: string };
