import { type SyntheticEvent, useId, useState } from 'react';
import {
  type Filter,
  type FilterOption,
  parseDateRange,
  getInitialValue,
  getOptions,
  parseNumberRange,
} from './table-state.ts';

interface FilterInputProps {
  readonly filter: Filter;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  /** Closes the popover. */
  readonly onDone: () => void;
}

/** Longer lists of options have a search field. */
const MAX_UNSEARCHED_OPTIONS = 12;

/** The input of a filter: options, a text, a range of dates or of numbers. */
export function FilterInput(props: FilterInputProps) {
  const { filter } = props;
  const options = getOptions(filter);
  if (options) return <Options {...props} options={options} />;
  if (filter.kind === 'number-range') return <NumberRange {...props} />;
  return filter.kind === 'date-range' ? <DateRange {...props} /> : <TextInput {...props} />;
}

function Options({ filter, values, onChange, options }: FilterInputProps & { options: readonly FilterOption[] }) {
  const [typed, setTyped] = useState('');
  const name = useId();
  const single = filter.kind === 'options' && filter.single === true;
  const initial = getInitialValue(filter);
  const words = typed.trim().toLowerCase();
  const offered = options.filter(({ label }) => label.toLowerCase().includes(words));
  const all = single && initial === undefined && !words ? [{ value: '', label: 'Any' }, ...offered] : offered;
  const toggled = (value: string) =>
    values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
  return (
    <>
      {options.length > MAX_UNSEARCHED_OPTIONS && (
        <div className="popover__find">
          <input
            className="input"
            type="search"
            aria-label={`Find in ${filter.label}`}
            placeholder="Find"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      )}
      <ul>
        {all.map(({ value, label }) => (
          <li key={value}>
            <label className="checkbox-row checkbox-row--compact">
              {single ? (
                <input
                  type="radio"
                  name={name}
                  checked={(values[0] ?? '') === value}
                  onChange={() => onChange(value === '' ? [] : [value])}
                />
              ) : (
                <input type="checkbox" checked={values.includes(value)} onChange={() => onChange(toggled(value))} />
              )}
              {label}
            </label>
          </li>
        ))}
      </ul>
      {all.length === 0 && <p className="popover__empty">No options available</p>}
    </>
  );
}

function TextInput({ filter, values, onChange, onDone }: FilterInputProps) {
  const id = useId();
  const [typed, setTyped] = useState(values[0] ?? '');
  const apply = (event: SyntheticEvent) => {
    event.preventDefault();
    onDone();
    onChange(typed.trim() ? [typed.trim()] : []);
  };
  return (
    <form className="popover__form" onSubmit={apply}>
      <div className="field">
        <label htmlFor={id}>{filter.label}</label>
        <input
          id={id}
          className="input"
          value={typed}
          maxLength={MAX_LENGTH}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <ApplyButton />
    </form>
  );
}

/** Characters of a text filter. */
const MAX_LENGTH = 100;
/** Limits the year to four digits; browsers accept six. */
const MAX_DATE = '9999-12-31';

function DateRange({ values, onChange, onDone }: FilterInputProps) {
  const id = useId();
  const range = parseDateRange(values[0]);
  const [from, setFrom] = useState(range.from ?? '');
  const [to, setTo] = useState(range.to ?? '');
  const apply = (event: SyntheticEvent) => {
    event.preventDefault();
    onDone();
    onChange(from || to ? [`${from}..${to}`] : []);
  };
  return (
    <form className="popover__form" onSubmit={apply}>
      <div className="popover__dates">
        <div className="field">
          <label htmlFor={`${id}from`}>From</label>
          <input
            id={`${id}from`}
            className="input"
            type="date"
            max={to || MAX_DATE}
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}to`}>To</label>
          <input
            id={`${id}to`}
            className="input"
            type="date"
            {...(from && { min: from })}
            max={MAX_DATE}
            value={to}
            onChange={(event) => setTo(event.target.value)}
          />
        </div>
      </div>
      <ApplyButton />
    </form>
  );
}

function NumberRange({ values, onChange, onDone }: FilterInputProps) {
  const { min, max } = parseNumberRange(values[0]);
  const [ends, setEnds] = useState({ min: String(min ?? ''), max: String(max ?? '') });
  const apply = (event: SyntheticEvent) => {
    event.preventDefault();
    onDone();
    onChange(ends.min || ends.max ? [`${ends.min}..${ends.max}`] : []);
  };
  const entry = (end: 'min' | 'max', label: string) => (
    <label className="field">
      {label}
      <input
        className="input"
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        value={ends[end]}
        onChange={({ target }) => setEnds({ ...ends, [end]: target.value.replace(/\D+/g, '') })}
      />
    </label>
  );
  return (
    <form className="popover__form" onSubmit={apply}>
      <div className="popover__dates">
        {entry('min', 'At least')}
        {entry('max', 'At most')}
      </div>
      <ApplyButton />
    </form>
  );
}

function ApplyButton() {
  return (
    <button type="submit" className="button button--compact">
      Apply
    </button>
  );
}
