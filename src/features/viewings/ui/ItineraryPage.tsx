import { formatDay } from '../../../platform/text/dates.ts';
import { formatCount } from '../../../platform/text/numbers.ts';
import { toTelephoneUrl } from '../../../platform/text/telephone-url.ts';
import { getMailto } from '../../../ui/mailto.ts';
import { type Itinerary, STOP_STATES } from '../schema.ts';
import '../../../ui/sections.css';

/** The itinerary of a viewing, as a person of the party reads it. */
export function ItineraryPage({ itinerary }: { itinerary: Itinerary }) {
  const { production, day, people, note, cancelled, is_disclosed, stops } = itinerary;
  return (
    <>
      <h1 className="display display--3">Itinerary for {formatDay(day)}</h1>
      {cancelled ? (
        <p>This day is cancelled.</p>
      ) : (
        <>
          <p>
            {production}, {formatCount(people, 'person', 'people')}
          </p>
          {note !== null && <p>{note}</p>}
          <p className="muted">
            {is_disclosed
              ? 'Positions and contacts are for the people of the party only, and until the end of the day. It is recorded that you have read them.'
              : 'Exact positions and contacts of confirmed locations are here from the day before.'}
          </p>
          {stops.map((stop, index) => (
            <Stop key={index} stop={stop} />
          ))}
        </>
      )}
    </>
  );
}

function Stop({ stop }: { stop: Itinerary['stops'][number] }) {
  const { title, slot_from, slot_to, state, position, contact } = stop;
  return (
    <section aria-label={title}>
      <h2 className="display display--1">{title}</h2>
      <dl className="facts">
        <div>
          <dt>Time</dt>
          <dd>
            {slot_from}–{slot_to}
          </dd>
        </div>
        <div>
          <dt>State</dt>
          <dd>{STOP_STATES[state]}</dd>
        </div>
        {position && (
          <div>
            <dt>{position.is_exact ? 'Exact position' : 'Position as published'}</dt>
            <dd>
              <a className="link" href={`geo:${position.latitude},${position.longitude}`}>
                {position.latitude}, {position.longitude}
              </a>
            </dd>
          </div>
        )}
        {contact && (
          <div>
            <dt>Contact</dt>
            <dd>
              {contact.name}{' '}
              {contact.email !== null && (
                <a className="link" href={getMailto(contact.email)}>
                  {contact.email}
                </a>
              )}{' '}
              {contact.telephone !== null && (
                <a className="link" href={toTelephoneUrl(contact.telephone)}>
                  {contact.telephone}
                </a>
              )}
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
