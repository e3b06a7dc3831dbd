import { formatCount } from '../../../../platform/text/numbers.ts';
import type { Progress } from '../../guests/schema.ts';

/** Element id of the first answer about a location, by its position on the board. */
export const getAnswerId = (position: number) => `answer-${position}`;

/** Returns the position of the next location without an answer after one, or else of the first; undefined without any. */
export function findUnanswered({ unanswered }: Progress, after: number): number | undefined {
  return unanswered.find((position) => position > after) ?? unanswered[0];
}

/**
 * Says how many locations the guest has answered, with a link to the next one without an answer.
 * @param props.next undefined if there is none
 */
export function GuestProgress(props: {
  progress: Progress;
  next: { readonly href: string; readonly onClick: (event: { preventDefault: () => void }) => void } | undefined;
}) {
  const { progress, next } = props;
  const { asked, unanswered } = progress;
  const answered = asked - unanswered.length;
  return (
    <div className="guest-progress no-print">
      <p role="status">
        {answered === asked
          ? `You have answered ${asked === 1 ? 'the location' : `all ${formatCount(asked, 'location')}`}.`
          : `You have answered ${answered} of ${formatCount(asked, 'location')}.`}
      </p>
      {next && (
        <a className="button button--compact" {...next}>
          Next without an answer
        </a>
      )}
    </div>
  );
}
