import { z } from 'zod';
import type { HeadingWords } from './reading/script.ts';

const words = z.array(z.string().min(1));

/** The words of scene headings in one language. */
export const headingWords = z.object({
  language: z.string().describe('BCP 47 tag of the language, such as gd.'),
  interior: words.describe('Inside: INT, A-STAIGH.'),
  exterior: words.describe('Outside: EXT, A-MUIGH.'),
  both: words.describe('Both: I/E.'),
  day: words.describe('Single words of times by day.'),
  night: words.describe('Single words of times by night.'),
  continuing: words.describe(
    'Times that continue that of the scene before, single words or phrases: LATER, MÁS TARDE.',
  ),
  qualifiers: words.describe('Other words of times: THE, NEXT, EARLY.'),
  remarks: words.describe('Last words of what is said about the shot and names no place: MOVING, FLASHBACK, RAIN.'),
  sceneLabels: words.describe('Words before the number of a scene: SCENE.'),
  omitted: words.describe('What stands instead of a scene that is left out: OMITTED.'),
  intercut: words.describe('How a scene between several places begins: INTERCUT.'),
}) satisfies z.ZodType<HeadingWords>;
