import { type ComponentProps, type ReactNode } from 'react';
import { Field } from '../../../../ui/Field.tsx';
import { FIELD_LABELS, TYPED_LENGTH, type LocationField, type LocationFields } from '../../registering/schema.ts';
import type { StepProps } from './step.ts';

/** Fields whose value is text. */
type TextName = {
  [name in LocationField]: LocationFields[name] extends string
    ? string extends LocationFields[name]
      ? name
      : never
    : never;
}[LocationField];

/** What ties a field of the wizard to its label, its problem and what is typed. */
function boundTo(step: StepProps, name: TextName) {
  return {
    field: {
      id: fieldId(name),
      label: FIELD_LABELS[name],
      error: step.problems[name],
      registration: {
        name,
        ref: () => {},
        onChange: () => Promise.resolve(),
        onBlur: () => Promise.resolve(step.leave(name)),
      },
    },
    control: {
      value: step.fields[name],
      onChange: (event: { target: { value: string } }) => step.change({ [name]: event.target.value }),
    },
  };
}

/** Where a field is found on the page. */
export function fieldId(name: LocationField): string {
  return `location-${name}`;
}

interface Props {
  readonly of: StepProps;
  readonly name: TextName;
  readonly required?: boolean;
  readonly hint?: ReactNode;
  /** What stands below it, such as an offer to fill it in. */
  readonly below?: ReactNode;
}

export function TextField({ of, name, required = false, hint, below, ...input }: Props & ComponentProps<'input'>) {
  const { field, control } = boundTo(of, name);
  return (
    <div className="wizard__field">
      <Field {...field} required={required} hint={hint}>
        {(given) => <input type="text" maxLength={TYPED_LENGTH} {...input} {...given} {...control} />}
      </Field>
      {below}
    </div>
  );
}

export function TextArea({ of, name, hint, below, rows }: Props & { rows: number }) {
  const { field, control } = boundTo(of, name);
  return (
    <div className="wizard__field">
      <Field {...field} required hint={hint}>
        {(given) => <textarea rows={rows} maxLength={TYPED_LENGTH} {...given} {...control} />}
      </Field>
      {below}
    </div>
  );
}

/** One of the options of a field. An option that is no longer offered stays until another one is chosen. */
export function OptionField({ of, name, options, below }: Props & { options: readonly string[] }) {
  const { field, control } = boundTo(of, name);
  const offered = control.value === '' || options.includes(control.value) ? options : [control.value, ...options];
  return (
    <div className="wizard__field">
      <Field {...field} required>
        {(given) => (
          <select {...given} {...control}>
            <option value="">Choose one</option>
            {offered.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        )}
      </Field>
      {below}
    </div>
  );
}
