import { type FormEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { toDay } from '../../../platform/text/days.ts';
import { FieldError } from '../../../ui/Field.tsx';
import { TOO_MANY_DAYS } from '../../availability/messages.ts';
import { datesParam } from '../schema.ts';
import { FILMING_DATES } from '../messages.ts';
import { type SearchParams, formatDates, parseDates, withParams } from '../search-params.ts';
import { useRefine } from './search-field/refine-search.tsx';
import './range-form.css';

/** Two days; one of them may be empty, and both are to remove the filter. They take effect when the form is submitted. */
export default function DatesForm({ params, focusOnOpen = false }: { params: SearchParams; focusOnOpen?: boolean }) {
  const refine = useRefine();
  const id = useId();
  const [error, setError] = useState('');
  const [today] = useState(() => toDay(Date.now()));
  const form = useRef<HTMLFormElement>(null);
  const { first_day = '', last_day = '' } = parseDates(params) ?? {};
  const focusFirst = useEffectEvent(() => focusOnOpen && form.current?.querySelector('input')?.focus());
  useEffect(() => void focusFirst(), []);
  // Shows the days in effect, also when they were changed elsewhere, and before anybody can type.
  useLayoutEffect(() => {
    const [from, to] = form.current?.querySelectorAll('input') ?? [];
    if (from && to) [from.value, to.value] = [first_day, last_day];
  }, [first_day, last_day]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const typed = [data.get('from'), data.get('to')].flatMap((day) => (typeof day === 'string' && day ? [day] : []));
    const [first, last = first] = typed.toSorted();
    const dates =
      first === undefined || last === undefined ? undefined : formatDates({ first_day: first, last_day: last });
    if (dates !== undefined && !datesParam.safeParse(dates).success) setError(TOO_MANY_DAYS);
    else {
      setError('');
      void refine(withParams(params, { dates }));
    }
  };
  return (
    <form ref={form} className="range-form" aria-label={FILMING_DATES} onSubmit={onSubmit}>
      <p className="muted">
        Leaves out places that are unavailable on any of these days, and marks those that are likely so. Places whose
        owners have entered no dates are listed too.
      </p>
      <div className="range-form__ends range-form__ends--days">
        <label>
          First day
          <input name="from" type="date" min={today} aria-describedby={error ? id : undefined} />
        </label>
        <label>
          Last day
          <input name="to" type="date" min={today} aria-describedby={error ? id : undefined} />
        </label>
        <button type="submit" className="button">
          Apply
        </button>
      </div>
      {error && <FieldError id={id} message={error} />}
      {last_day !== '' && last_day < today && <p role="status">These days have passed. Choose others.</p>}
    </form>
  );
}
