import { cleanText } from '../../../platform/text/clean-text.ts';
import { formatCount } from '../../../platform/text/numbers.ts';
import type { AnswerRow } from '../guests/answers.queries.server.ts';
import { ANSWERS } from '../guests/schema.ts';
import { countAnswers, formatTally } from '../guests/tally.ts';
import type { GuestAnswer } from './document/look-book.ts';

/** Guests whose answers a look-book has with their names: fewer on each of many locations. */
const MAX_NAMED_ANSWERS = 2_000;
const MAX_NAMED_OF_LOCATION = 40;

/** Guests' answers about one location, as a look-book shows them. */
export interface LocationAnswers {
  readonly tally: string;
  readonly named: readonly GuestAnswer[];
  readonly further: string;
  /** By the id of the photograph. */
  readonly photographs: ReadonlyMap<string, string>;
}

/**
 * Puts answers about a location into words.
 * @param imageIds the photographs that are shown, in their order
 * @param locations how many the look-book has
 */
export function describeAnswers(
  rows: readonly AnswerRow[],
  imageIds: readonly string[],
  locations: number,
): LocationAnswers {
  const shown = rows.filter(({ image_id }) => image_id === null || imageIds.includes(image_id));
  const guests = [...Map.groupBy(shown, ({ id }) => id).values()];
  const max = Math.max(1, Math.min(MAX_NAMED_OF_LOCATION, Math.floor(MAX_NAMED_ANSWERS / locations)));
  // Comments say more than a yes.
  const sorted = guests.toSorted((a, b) => Number(hasComment(b)) - Number(hasComment(a)));
  return {
    tally: formatTally(countAnswers(shown.filter(({ image_id }) => image_id === null))),
    named: sorted.slice(0, max).map((rows) => toGuestAnswer(rows, imageIds)),
    further: guests.length > max ? `And ${formatCount(guests.length - max, 'guest')} more` : '',
    photographs: new Map(
      imageIds.flatMap((id, index) => {
        const about = shown.filter(({ image_id }) => image_id === id);
        return about.length > 0 ? [[id, `Photograph ${index + 1}: ${formatTally(countAnswers(about))}`]] : [];
      }),
    ),
  };
}

function hasComment(rows: readonly AnswerRow[]): boolean {
  return rows.some(({ comment }) => comment !== null);
}

function toGuestAnswer(rows: readonly AnswerRow[], imageIds: readonly string[]): GuestAnswer {
  const { name, role } = rows[0]!;
  const { answer = null, comment = null } = rows.find(({ image_id }) => image_id === null) ?? {};
  const photographs = imageIds.flatMap((id, index) => {
    const about = rows.find(({ image_id }) => image_id === id)?.answer;
    return about ? [`photograph ${index + 1}: ${ANSWERS[about].toLowerCase()}`] : [];
  });
  return {
    guest: cleanText(`${name}, ${role}`),
    answer: [...(answer ? [ANSWERS[answer]] : []), ...photographs].join('; '),
    comment: cleanText(comment ?? '').trim(),
  };
}
