import type { ComponentProps } from 'react';
import { Field } from './Field.tsx';

/**
 * A labelled choice of one option.
 * @param props.options the values with their labels
 * @param props.none label of the first option, with an empty value; without it there is none
 */
export function SelectField(
  props: Omit<ComponentProps<typeof Field>, 'children'> & {
    options: readonly (readonly [value: string, label: string])[];
    none?: string;
  },
) {
  const { options, none, ...field } = props;
  return (
    <Field {...field}>
      {(control) => (
        <select {...control}>
          {none !== undefined && <option value="">{none}</option>}
          {options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
