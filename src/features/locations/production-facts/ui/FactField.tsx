import { Field, FieldError } from '../../../../ui/Field.tsx';
import { NONE, type ProductionFactValue } from '../../catalogue/production-facts/schema.ts';
import type { EditableFact } from '../schema.ts';
import '../../../../ui/checkbox.css';
import '../../../../ui/form.css';
import './facts.css';

interface FactFieldProps {
  readonly fact: EditableFact;
  /** The input that is not saved; undefined without any. */
  readonly typed: ProductionFactValue | null | undefined;
  readonly problem: string | undefined;
  /** @param isComplete false while a text is being typed */
  readonly onChange: (value: ProductionFactValue | null, isComplete: boolean) => void;
  readonly onBlur?: (() => void) | undefined;
  /** Answers again what is saved. */
  readonly onConfirm?: (() => void) | undefined;
}

/** Returns the id of the control of a fact on the page. */
function getFactId(name: string): string {
  return `fact-${name}`;
}

/** Focuses the control of a fact once its message is rendered. */
export function focusFact(name: string): void {
  requestAnimationFrame(() => {
    const control = document.getElementById(getFactId(name));
    control?.closest('details')?.setAttribute('open', '');
    control?.focus();
  });
}

/** The control of a production fact by its kind, with who says so and when. */
export function FactField(props: FactFieldProps) {
  const { fact, typed, problem, onChange, onBlur } = props;
  const { name, label, kind } = fact;
  if (kind === 'choices') return <Choices {...props} />;
  const text = kind === 'number' || kind === 'yes-no' ? toInput(fact, typed) : String(typed ?? fact.value ?? '');
  return (
    <Field
      id={getFactId(name)}
      label={label}
      error={problem}
      registration={{ name, onBlur }}
      hint={fact.hint ?? undefined}
      aside={<Statement {...props} />}
    >
      {(control) =>
        kind === 'yes-no' || kind === 'choice' ? (
          <select {...control} value={text} onChange={({ target }) => onChange(toValue(fact, target.value), true)}>
            <option value="">Not known</option>
            {(kind === 'choice' ? fact.options : ANSWERS).map(([value, answer]) => (
              <option key={value} value={value}>
                {answer}
              </option>
            ))}
          </select>
        ) : (
          <input
            type="text"
            autoComplete="off"
            {...control}
            value={text}
            onChange={({ target }) => onChange(target.value === '' ? null : target.value, false)}
          />
        )
      }
    </Field>
  );
}

const ANSWERS = [
  ['yes', 'Yes'],
  ['no', 'No'],
] as const;

/** The text in the control of a number or an answer. */
function toInput({ kind, value, text }: EditableFact, typed: ProductionFactValue | null | undefined): string {
  if (kind === 'number') return typed === undefined ? text : String(typed ?? '');
  const answer = typed === undefined ? value : typed;
  return typeof answer === 'boolean' ? (answer ? 'yes' : 'no') : '';
}

function toValue({ kind }: EditableFact, chosen: string): ProductionFactValue | null {
  if (chosen === '') return null;
  return kind === 'yes-no' ? chosen === 'yes' : chosen;
}

/** Checkboxes of several options. */
function Choices(props: FactFieldProps) {
  const { fact, typed, problem, onChange, onBlur } = props;
  const { name, label, hint, options, value } = fact;
  const chosen: ReadonlySet<unknown> = new Set([(typed === undefined ? value : typed) ?? []].flat());
  const id = getFactId(name);
  const toggle = (option: string, isChosen: boolean) => {
    const excludes = (key: string) => isChosen && key !== option && (key === NONE || option === NONE);
    const next = options
      .map(([key]) => key)
      .filter((key) => (key === option ? isChosen : chosen.has(key) && !excludes(key)));
    onChange(next.length > 0 ? next : null, true);
  };
  return (
    <fieldset
      className="fact-choices"
      aria-describedby={
        [problem !== undefined && `${id}-error`, hint !== null && `${id}-hint`].filter(Boolean).join(' ') || undefined
      }
    >
      <legend>
        {label} <Statement {...props} />
      </legend>
      {hint !== null && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className="fact-choices__options">
        {options.map(([key, option], index) => (
          <label key={key} className="checkbox-row">
            <input
              type="checkbox"
              id={index === 0 ? id : undefined}
              checked={chosen.has(key)}
              aria-invalid={problem !== undefined}
              onBlur={onBlur}
              onChange={({ target }) => toggle(key, target.checked)}
            />
            {option}
          </label>
        ))}
      </div>
      {problem !== undefined && <FieldError id={`${id}-error`} message={problem} />}
    </fieldset>
  );
}

/** Who says so and when, unless something else is typed. */
function Statement({ fact: { label, stated }, typed, onConfirm }: FactFieldProps) {
  if (stated === null || typed !== undefined) return null;
  return (
    <span className="fact-stated small muted">
      {stated}{' '}
      {onConfirm && (
        <button type="button" className="link text-button" onClick={onConfirm}>
          Confirm<span className="visually-hidden"> {label}</span>
        </button>
      )}
    </span>
  );
}
