import { formatCount } from '../../../../platform/text/numbers.ts';
import type { Progress } from '../../guests/schema.ts';

/** Element id of the first answer about a location, by its position on the board. */
export const getAnswerId = (position: number) => `answer-${position}`;

/** Returns the position of the next location without an answer after one, or else of the first; undefined without any. */
export function findUnanswered({ unanswered }: Progress, after: number): number | undefined {
  return unanswered.find((position) => position > after) ?? unanswered[0];
}

/**
 * Says how many locations the guest has answered, and leads to the next one without an answer.
 * @param props.onNext undefined if there is none
 */
export function GuestProgress({ progress, onNext }: { progress: Progress; onNext: (() => void) | undefined }) {
  const { asked, unanswered } = progress;
  const answered = asked - unanswered.length;
  return (
    <div className="guest-progress no-print">
      <p role="status">
        {answered === asked
          ? `You have answered ${asked === 1 ? 'the location' : `all ${formatCount(asked, 'location')}`}.`
          : `You have answered ${answered} of ${formatCount(asked, 'location')}.`}
      </p>
      {onNext && (
        <button type="button" className="button button--compact" onClick={onNext}>
          Next without an answer
        </button>
      )}
    </div>
  );
}
