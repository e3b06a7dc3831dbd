import { type FormEvent, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { AVAILABLE } from '../messages.ts';
import { type SearchParams, formatDates, parseDates, withParams } from '../search-params.ts';
import { useRefine } from './search-field/refine-search.tsx';
import './range-form.css';

/** Two days; one of them may be empty, and both are to remove the filter. They take effect when the form is submitted. */
export default function DatesForm({ params, focusOnOpen = false }: { params: SearchParams; focusOnOpen?: boolean }) {
  const refine = useRefine();
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
    void refine(withParams(params, { dates }));
  };
  return (
    <form ref={form} className="range-form" aria-label={AVAILABLE} onSubmit={onSubmit}>
      <p className="muted">
        Leaves out places that are blocked on any of these days. Those that are likely unavailable are marked.
      </p>
      <div className="range-form__ends range-form__ends--days">
        <label>
          First day
          <input name="from" type="date" />
        </label>
        <label>
          Last day
          <input name="to" type="date" />
        </label>
        <button type="submit" className="button">
          Apply
        </button>
      </div>
    </form>
  );
}
