import type { Api } from '../../../platform/http/contract.ts';
import { formatDay, formatDayRange } from '../../../platform/text/dates.ts';
import { type CallOutRequest, MAX_PLACES } from '../schema.ts';
import { PlaceItem } from './PlaceItem.tsx';
import { StopMails } from './StopMails.tsx';
import { SuggestForm } from './SuggestForm.tsx';
import '../../../ui/sections.css';
import './call-out.css';

/** What the recipient of a call-out reads and answers. Opening it answers nothing, since mail scanners follow links. */
export function CallOutPage({ api, token, request }: { api: Api; token: string; request: CallOutRequest }) {
  const { brief, last_day, is_office, places } = request;
  const days = formatDayRange(request.days_from, request.days_to);
  const suggested = places.filter(({ place }) => place !== null).length;
  return (
    <>
      <h1 className="display display--3">What a production looks for</h1>
      <p className="call-out__brief">{brief}</p>
      <dl className="facts">
        {days !== '' && (
          <div>
            <dt>Days of filming</dt>
            <dd>{days}</dd>
          </div>
        )}
        <div>
          <dt>Answer by</dt>
          <dd>{formatDay(last_day)}</dd>
        </div>
      </dl>
      {places.map((place) => (
        <PlaceItem key={place.id} api={api} token={token} place={place} />
      ))}
      <section aria-labelledby="suggest">
        <h2 id="suggest" className="display display--1" tabIndex={-1}>
          {is_office ? 'Suggest places' : 'Another place'}
        </h2>
        <p className="muted">
          {is_office
            ? 'Name locations of your area that fit, whether they are in the catalogue or not.'
            : 'Do you have a place that is not in the catalogue yet? We may make it a draft in your account.'}
        </p>
        <SuggestForm api={api} token={token} isFull={suggested >= MAX_PLACES} />
      </section>
      {!is_office && <StopMails api={api} token={token} />}
    </>
  );
}
