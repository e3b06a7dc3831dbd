import type { ComponentProps, FocusEvent } from 'react';
import type { Field, RecordField } from '../fields/lookup.ts';
import { MAX_TYPED_LENGTH } from '../fields/validation.ts';

/** Where a field is found on the page. */
export function fieldId(name: RecordField): string {
  return `location-${name}`;
}

/** What a control is given whatever kind it is of. */
type Given = Pick<
  ComponentProps<'input'>,
  'id' | 'name' | 'className' | 'aria-invalid' | 'aria-required' | 'aria-describedby'
> & { readonly onBlur: (event: FocusEvent) => unknown };

/**
 * What a field is filled in with, by its kind. Several options have a control of their own on each page; what only the Locations
 * Team fills in has it in the record.
 * @param props.notChosen stands in a list of options for none of them
 * @param props.attributes of an input for one line of text
 */
export function FieldControl(props: {
  field: Field;
  given: Given;
  value: unknown;
  options: readonly string[];
  notChosen: string;
  rows: number;
  attributes?: ComponentProps<'input'> | undefined;
  onChange: (value: string | number | null) => void;
}) {
  const { field, given, value, options, notChosen, rows, attributes, onChange } = props;
  const text = typeof value === 'string' ? value : '';
  const onText = (event: { target: { value: string } }) => onChange(event.target.value);
  switch (field.kind) {
    case 'text':
      return <textarea rows={rows} maxLength={MAX_TYPED_LENGTH} {...given} value={text} onChange={onText} />;
    case 'number':
      return <WholeNumber given={given} value={value as number | null} onChange={onChange} />;
    case 'option':
      return (
        <select {...given} value={text} onChange={onText}>
          <option value="">{notChosen}</option>
          {offered(options, text === '' ? [] : [text]).map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      );
    default:
      return (
        <input
          type="text"
          autoComplete="off"
          maxLength={MAX_TYPED_LENGTH}
          {...attributes}
          {...given}
          value={text}
          onChange={onText}
        />
      );
  }
}

/** The options of a field. One that is chosen and no longer offered stays until it is taken away. */
export function offered(options: readonly string[], chosen: readonly string[]): readonly string[] {
  return [...chosen.filter((name) => !options.includes(name)), ...options];
}

/** Takes digits only, so that what is typed is always a number or nothing. */
function WholeNumber(props: { given: Given; value: number | null; onChange: (value: number | null) => void }) {
  const { given, value, onChange } = props;
  const take = (typed: string) => {
    const digits = typed.replace(/\D+/g, '').slice(0, 10);
    onChange(digits === '' ? null : Number(digits));
  };
  return (
    <input
      type="text"
      inputMode="numeric"
      autoComplete="off"
      {...given}
      value={value ?? ''}
      onChange={({ target }) => take(target.value)}
    />
  );
}
