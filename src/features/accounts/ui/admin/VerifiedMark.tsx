import { formatDate } from '../../../../platform/text/dates.ts';
import './user.css';

/** Whether an email address is verified, as an icon and a text. @param props.unverifiedLabel text if it is not */
export function VerifiedMark({
  at,
  unverifiedLabel = 'Email not verified',
}: {
  at: string | null;
  unverifiedLabel?: string;
}) {
  return (
    <span className={at === null ? 'user-verified' : 'user-verified user-verified--yes'}>
      <svg viewBox="0 0 12 12" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden>
        {at === null ? <circle cx="6" cy="6" r="4.75" /> : <path d="m1.5 6.5 3 3 6-7" />}
      </svg>
      {at === null ? unverifiedLabel : `Email verified ${formatDate(at)}`}
    </span>
  );
}
