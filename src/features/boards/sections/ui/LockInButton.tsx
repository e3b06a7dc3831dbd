import { Check, X } from '../../../../ui/icons.tsx';

/** Locks in a location of a section, or undoes that. */
export function LockInButton(props: { title: string; isLockedIn: boolean; onClick: () => void }) {
  const { title, isLockedIn, onClick } = props;
  const label = isLockedIn ? 'No longer lock in' : 'Lock in';
  return (
    <button type="button" className="note__edit no-print" aria-label={`${label} ${title}`} onClick={onClick}>
      {isLockedIn ? <X small /> : <Check small />}
      {label}
    </button>
  );
}
