import { Field, FieldError } from '../../../../ui/Field.tsx';
import type { FactValue } from '../../catalogue/production-facts/schema.ts';
import type { EditableFact } from '../schema.ts';
import '../../../../ui/checkbox.css';
import '../../../../ui/form.css';
import './facts.css';

interface FactFieldProps {
  readonly fact: EditableFact;
  /** The input that is not saved; undefined without any. */
  readonly typed: FactValue | null | undefined;
  readonly problem: string | undefined;
  /** @param isComplete false while a text is being typed */
  readonly onChange: (value: FactValue | null, isComplete: boolean) => void;
  readonly onBlur?: (() => void) | undefined;
}

/** Returns the id of the control of a fact on the page. */
export function getFactId(name: string): string {
  return `fact-${name}`;
}

/** The control of a production fact by its kind, with who says so and when. */
export function FactField(props: FactFieldProps) {
  const { fact, typed, problem, onChange, onBlur } = props;
  const { name, label, kind, stated } = fact;
  if (kind === 'choices') return <Choices {...props} />;
  const text = kind === 'number' || kind === 'yes-no' ? toInput(fact, typed) : String(typed ?? fact.value ?? '');
  return (
    <Field
      id={getFactId(name)}
      label={label}
      error={problem}
      registration={{ name, onBlur }}
      hint={fact.hint ?? undefined}
      aside={stated !== null && typed === undefined && <Stated text={stated} />}
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
function toInput({ kind, value, text }: EditableFact, typed: FactValue | null | undefined): string {
  if (kind === 'number') return typed === undefined ? text : String(typed ?? '');
  const answer = typed === undefined ? value : typed;
  return typeof answer === 'boolean' ? (answer ? 'yes' : 'no') : '';
}

function toValue({ kind }: EditableFact, chosen: string): FactValue | null {
  if (chosen === '') return null;
  return kind === 'yes-no' ? chosen === 'yes' : chosen;
}

/** Checkboxes of several options. */
function Choices({ fact, typed, problem, onChange, onBlur }: FactFieldProps) {
  const { name, label, options, value, stated } = fact;
  const chosen: ReadonlySet<unknown> = new Set([(typed === undefined ? value : typed) ?? []].flat());
  const id = getFactId(name);
  const toggle = (option: string, isChosen: boolean) => {
    const next = options.map(([key]) => key).filter((key) => (key === option ? isChosen : chosen.has(key)));
    onChange(next.length > 0 ? next : null, true);
  };
  return (
    <fieldset className="fact-choices" aria-describedby={problem === undefined ? undefined : `${id}-error`}>
      <legend>
        {label} {stated !== null && typed === undefined && <Stated text={stated} />}
      </legend>
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

function Stated({ text }: { text: string }) {
  return <span className="fact-stated small muted">{text}</span>;
}
