import { type Cell, toCsv } from '../../../platform/text/csv.ts';
import type { Script } from '../reading/script.ts';
import type { Constraint } from './constraints.ts';
import { CONSTRAINT_LABELS, SETTING_LABELS, TIME_LABELS, formatName, formatReason } from './messages.ts';
import { type StoryLocation, findByUse, toUseId } from './story-locations.ts';
import { type Summary, getSceneLabel } from './summaries.ts';
import { CONSTRAINTS } from './words.ts';

const CONSTRAINT_HEADINGS = CONSTRAINTS.map((kind) => CONSTRAINT_LABELS[kind]);

/** Writes the breakdown as CSV, one row for each story location. Lengths are numbers, since spreadsheets read "4/8" as a date. */
export async function writeBreakdownCsv(script: Script, summaries: readonly Summary[]): Promise<string> {
  const headings = [
    'Place',
    'Pages',
    'Eighths',
    'Number of scenes',
    'Scenes',
    'Interior (eighths)',
    'Exterior (eighths)',
    'Interior and exterior (eighths)',
    'Interior or exterior not given (eighths)',
    'Day (eighths)',
    'Night (eighths)',
    'Time not given (eighths)',
    ...CONSTRAINT_HEADINGS,
    'Headings',
    'Why one place',
  ];
  const rows = summaries.map(({ location, scenes, eighths, bySetting, byTime, constraints, reasons }): Cell[] => [
    formatName(location),
    eighths / 8,
    eighths,
    scenes.length,
    scenes.map((scene) => getSceneLabel(script.scenes, scene)).join(', '),
    bySetting.INT,
    bySetting.EXT,
    bySetting['INT/EXT'],
    bySetting.NOT_GIVEN,
    byTime.DAY,
    byTime.NIGHT,
    byTime.NOT_GIVEN,
    ...toCells(constraints),
    [...new Set(scenes.map((scene) => script.scenes[scene]!.heading))].join('\n'),
    reasons.map(formatReason).join('\n'),
  ]);
  return writeCsv(headings, rows);
}

/** Writes which scene plays at which story locations, one row for each scene in the order of the script, omitted ones too. */
export async function writeScenesCsv(
  script: Script,
  locations: readonly StoryLocation[],
  constraints: readonly (readonly Constraint[])[],
): Promise<string> {
  const headings = [
    'Scene',
    'Heading',
    'Places',
    'Interior or exterior',
    'Day or night',
    'Time of day',
    'Pages',
    'Eighths',
    'Omitted',
    'Characters',
    ...CONSTRAINT_HEADINGS,
  ];
  const rows = script.scenes.map((scene, index): Cell[] => {
    const { heading, places, dayOrNight, timeOfDay, eighths, isOmitted, characters } = scene;
    const uses = places.map((_, place) => findByUse(locations, toUseId({ scene: index, place })));
    const names = uses.flatMap((location) => (location ? [formatName(location)] : []));
    const settings = new Set(places.map(({ intExt }) => SETTING_LABELS[intExt ?? 'NOT_GIVEN']));
    return [
      getSceneLabel(script.scenes, index),
      heading,
      [...new Set(names)].join(' / '),
      [...settings].join(' / '),
      TIME_LABELS[dayOrNight ?? 'NOT_GIVEN'],
      timeOfDay,
      eighths / 8,
      eighths,
      isOmitted,
      characters.join(', '),
      ...toCells(isOmitted ? [] : constraints[index]!),
    ];
  });
  return writeCsv(headings, rows);
}

/** The words of each kind of constraint. */
function toCells(constraints: readonly Constraint[]): string[] {
  return CONSTRAINTS.map((kind) => constraints.find((one) => one.kind === kind)?.words.join(', ') ?? '');
}

async function writeCsv(headings: readonly string[], rows: readonly (readonly Cell[])[]): Promise<string> {
  let text = '';
  for await (const chunk of toCsv(headings, [rows])) text += chunk;
  return text;
}
