/** Says how much of a limit is left, and aloud only when that begins to matter. */
export function CharacterCount({ text, limit }: { text: string; limit: number }) {
  const left = limit - text.trim().length;
  const shown = left < 0 ? `${formatCount(-left)} too many` : `${formatCount(left)} left`;
  return (
    <>
      <p className="field__hint num">{shown}</p>
      <output className="visually-hidden">{getAnnouncement(left)}</output>
    </>
  );
}

/** Changes at a few steps, not with every letter. */
function getAnnouncement(left: number): string {
  if (left < 0) return 'Too many characters';
  const step = [20, 100].find((max) => left <= max);
  return step === undefined ? '' : `At most ${step} characters left`;
}

function formatCount(characters: number): string {
  return `${characters.toLocaleString('en-GB')} ${characters === 1 ? 'character' : 'characters'}`;
}
