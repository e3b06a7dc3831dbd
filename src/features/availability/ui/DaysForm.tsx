import {
  type FormEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { toDay } from '../../../platform/text/days.ts';
import { FieldError } from '../../../ui/Field.tsx';
import { ENTER_VALID_DAYS } from '../messages.ts';
import { type DayRange, daysParam, formatDaysParam } from '../schema.ts';
import './days-form.css';

/** Two days; one of them may be empty, and both are to ask about none. They take effect when the form is submitted. */
export function DaysForm(props: {
  label: string;
  submitLabel: string;
  /** Those in effect. */
  days: DayRange | undefined;
  /** Gets the days as they stand in a URL. */
  onDays: (days: string | undefined) => void;
  focusOnOpen?: boolean;
  /** What the days do. */
  children?: ReactNode;
}) {
  const { label, submitLabel, days, onDays, focusOnOpen = false, children } = props;
  const id = useId();
  /** The days in effect when others were refused. */
  const [refusedAt, setRefusedAt] = useState<string>();
  const [today] = useState(() => toDay(Date.now()));
  const form = useRef<HTMLFormElement>(null);
  const { first_day = '', last_day = '' } = days ?? {};
  const inEffect = `${first_day},${last_day}`;
  const isRefused = refusedAt === inEffect;
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
    const text = first && last && formatDaysParam({ first_day: first, last_day: last });
    const isValid = !text || daysParam.safeParse(text).success;
    setRefusedAt(isValid ? undefined : inEffect);
    if (isValid) onDays(text || undefined);
    else event.currentTarget.querySelector('input')?.focus();
  };
  const input = {
    type: 'date',
    min: today,
    'aria-invalid': isRefused,
    'aria-describedby': isRefused ? id : undefined,
  } as const;
  return (
    <form ref={form} className="days-form" aria-label={label} onSubmit={onSubmit}>
      {children}
      <div className="days-form__ends">
        <label>
          First day
          <input {...input} className="input" name="from" />
        </label>
        <label>
          Last day
          <input {...input} className="input" name="to" />
        </label>
        <button type="submit" className="button">
          {submitLabel}
        </button>
      </div>
      {isRefused && <FieldError id={id} message={ENTER_VALID_DAYS} />}
      <p role="status">{last_day !== '' && last_day < today && 'These days have passed. Choose others.'}</p>
    </form>
  );
}
