import { formatDay, formatDayRange } from '../../../platform/text/dates.ts';
import type { WantedLocation } from '../schema.ts';
import '../../../ui/sections.css';
import './call-out.css';

/** What productions look for at the moment, for owners whom no email reaches. */
export function WantedPage({ wanted }: { wanted: readonly WantedLocation[] }) {
  return (
    <main id="content" tabIndex={-1} className="wrap wanted-page">
      <h1 className="display display--4">Wanted</h1>
      <p>
        Productions look for these places. If you own one, <a href="/register-location">register it</a>, or{' '}
        <a href="/contact-us">write to us</a>.
      </p>
      {wanted.length === 0 && <p className="muted">Nothing at the moment.</p>}
      {wanted.map((callOut) => {
        const days = formatDayRange(callOut.days_from, callOut.days_to);
        return (
          <section key={callOut.id} aria-label={`Wanted until ${formatDay(callOut.last_day)}`}>
            <p className="call-out__brief">{callOut.brief}</p>
            <p className="muted">
              {days !== '' && `Days of filming: ${days}. `}
              {`Write by ${formatDay(callOut.last_day)}.`}
            </p>
          </section>
        );
      })}
    </main>
  );
}
