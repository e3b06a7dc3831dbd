import { formatCount } from '../platform/text/numbers.ts';

/** Shows how many characters are left. Screen readers hear it only near the limit. */
export function CharacterCount({ text, limit }: { text: string; limit: number }) {
  // Code points, as the server and the database count them: an emoji is one.
  const left = limit - [...text.trim()].length;
  const shown = left < 0 ? `${formatCount(-left, 'character')} too many` : `${formatCount(left, 'character')} left`;
  return (
    <>
      <p className="field__hint num">{shown}</p>
      <output className="visually-hidden">{getAnnouncement(left)}</output>
    </>
  );
}

/** The text for the live region. It changes at a few thresholds only, so that not every keystroke is announced. */
function getAnnouncement(left: number): string {
  if (left < 0) return 'Too many characters';
  const step = [20, 100].find((max) => left <= max);
  return step === undefined ? '' : `At most ${step} characters left`;
}
