import { z } from 'zod';
import { singleLine } from '../../../platform/http/field-schemas.ts';
import { MAX_SECTIONS } from '../../boards/schema.ts';
import { MERGE_RULES } from '../breakdown/story-locations.ts';
import { CONSTRAINTS } from '../breakdown/words.ts';
import { PLACES_CONTRADICT } from '../messages.ts';

/** A script of 480 pages has about 1,000 scenes. */
const MAX_SCENES = 3_000;
/** The reader takes no longer headings. */
const MAX_TEXT_LENGTH = 300;
/** Places that one heading can name, areas of one place, or words of one constraint. */
const MAX_NAMES = 100;
/** Of the saved breakdown as JSON, which the table checks too. A script of 480 pages has less than a third of it. */
export const MAX_BREAKDOWN_BYTES = 1_500_000;

const text = singleLine.max(MAX_TEXT_LENGTH);
const names = z.array(text).max(MAX_NAMES);
const index = z.number().int().min(0).max(MAX_SCENES);
const scenePlace = z.object({
  intExt: z.enum(['INT', 'EXT', 'INT/EXT']).nullable(),
  name: text,
  subPlaces: names,
});
const placeUse = z.object({ scene: index, place: index });

/** A scene as its heading says it, and the words that tell what it asks of its place. Nothing else of its action, and no dialogue. */
const savedScene = z.object({
  number: text.nullable(),
  heading: text,
  places: z.array(scenePlace).min(1).max(MAX_NAMES),
  timeOfDay: text.nullable(),
  dayOrNight: z.enum(['DAY', 'NIGHT']).nullable(),
  /** Length in eighths of a page. */
  eighths: z.number().int().min(0).max(100_000),
  isOmitted: z.boolean(),
  constraints: z.array(z.object({ kind: z.enum(CONSTRAINTS), words: names })).max(CONSTRAINTS.length),
});

/** The breakdown of a script as it is saved with a board. Each place of a scene that is not omitted is in exactly one of the locations. */
export const savedBreakdown = z
  .object({
    /** Of the words that tell what a scene asks for: BCP 47. */
    language: z.string().max(20),
    pages: z.number().int().min(0).max(100_000),
    scenes: z.array(savedScene).min(1).max(MAX_SCENES),
    /** Of those who speak, only names that stand in a heading: "MORAG'S HOUSE". */
    characters: z.array(text).max(MAX_SCENES),
    locations: z
      .array(
        z.object({
          name: text,
          uses: z.array(placeUse).min(1).max(MAX_SCENES),
          reasons: z.array(z.object({ rule: z.enum(MERGE_RULES), names })).max(MAX_SCENES),
        }),
      )
      .max(MAX_SCENES),
    /** Ids of suggestions that the user has decided. */
    decided: z.array(singleLine.max(3 * MAX_TEXT_LENGTH)).max(MAX_SCENES),
    /** Sections of boards that were used, each with a place of a scene that it is for. */
    sections: z.array(z.object({ id: z.uuid(), use: placeUse })).max(MAX_SCENES),
    /** Places that are in no scene any more, with their sections. */
    gone: z.array(z.object({ name: text, sections: z.array(z.uuid()).max(MAX_SECTIONS) })).max(MAX_SECTIONS),
  })
  .refine(isConsistent, PLACES_CONTRADICT);
export type SavedBreakdown = z.infer<typeof savedBreakdown>;

/** The breakdown that is saved with a board. */
export const boardScript = z.object({
  board_id: z.string(),
  board_title: z.string(),
  /** Increases each time it is saved. */
  version: z.number(),
  /** ISO 8601. */
  saved_at: z.string(),
  breakdown: savedBreakdown,
});

/** A board with a saved breakdown. */
export const scriptBoard = boardScript.omit({ version: true, breakdown: true });

/** @param breakdown with places of scenes, of which each that is not omitted must be used once, and no other */
function isConsistent({
  scenes,
  locations,
}: {
  readonly scenes: readonly z.infer<typeof savedScene>[];
  readonly locations: readonly { readonly uses: readonly z.infer<typeof placeUse>[] }[];
}): boolean {
  const used = locations.flatMap(({ uses }) => uses.map(({ scene, place }) => `${scene}.${place}`));
  const present = scenes.flatMap(({ places, isOmitted }, scene) =>
    isOmitted ? [] : places.map((_, place) => `${scene}.${place}`),
  );
  const all = new Set(used);
  return used.length === present.length && all.size === used.length && present.every((one) => all.has(one));
}
