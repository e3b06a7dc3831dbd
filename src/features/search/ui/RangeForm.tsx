import { type FormEvent, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { RANGE_FACETS, getFactLabel, type RangeField } from '../../locations/catalogue/schema.ts';
import { describeRange, formatRange, parseRange, withParams } from '../search-params.ts';
import type { FilterProps } from './filters.ts';
import { useRefine } from './search-field/refine-search.tsx';
import './range-form.css';

/** Two numbers; either may be empty. They take effect when the form is submitted. */
export function RangeForm(
  props: Pick<FilterProps, 'params' | 'ranges'> & { field: RangeField; focusOnOpen?: boolean },
) {
  const { params, ranges, field, focusOnOpen = false } = props;
  const { max: limit } = RANGE_FACETS[field];
  const label = getFactLabel(field);
  const refine = useRefine();
  const form = useRef<HTMLFormElement>(null);
  const { min, max } = parseRange(params, field);
  const available = ranges?.find((range) => range.field === field);
  const focusFirst = useEffectEvent(() => focusOnOpen && form.current?.querySelector('input')?.focus());
  useEffect(() => void focusFirst(), []);
  // Shows the range in effect, also when it was changed elsewhere, and before anybody can type.
  useLayoutEffect(() => {
    const [from, to] = form.current?.querySelectorAll('input') ?? [];
    if (from && to) [from.value, to.value] = [`${min ?? ''}`, `${max ?? ''}`];
  }, [min, max]);
  if (available?.min === null && !params[field]) return <p className="muted">No numbers available</p>;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const [from, to] = [data.get('from'), data.get('to')].map((text) => (text ? Number(text) : undefined));
    const isReversed = from !== undefined && to !== undefined && from > to;
    const range = formatRange(isReversed ? { min: to, max: from } : { min: from, max: to });
    void refine(withParams(params, { [field]: range }));
  };
  const input = { type: 'number', inputMode: 'numeric', min: 0, max: limit } as const;
  return (
    <form ref={form} className="range-form" aria-label={label} onSubmit={onSubmit}>
      {available && available.min !== null && (
        <p className="muted">Available: {describeRange({ min: available.min, max: available.max ?? undefined })}</p>
      )}
      <div className="range-form__ends">
        <label>
          From
          <input name="from" {...input} />
        </label>
        <label>
          to
          <input name="to" {...input} />
        </label>
        <button type="submit" className="button">
          Apply
        </button>
      </div>
    </form>
  );
}
