import type { ComponentProps, FocusEvent } from 'react';
import type { Field, RecordField } from '../fields/lookup.ts';
import { MAX_TYPED_LENGTH } from '../fields/validation.ts';

/** Returns the id of a field's control on the page. */
export function getFieldId(name: RecordField): string {
  return `location-${name}`;
}

/** The attributes of a control of any kind. */
type InputProps = Pick<
  ComponentProps<'input'>,
  'id' | 'name' | 'className' | 'aria-invalid' | 'aria-required' | 'aria-describedby'
> & { readonly onBlur: (event: FocusEvent) => unknown };

/**
 * The control of a field, by its kind. Fields with several options have a control of their own on each page.
 * @param props.notChosen the label of the empty option
 * @param props.attributes further attributes of an input for one line of text
 */
export function FieldControl(props: {
  field: Field;
  inputProps: InputProps;
  value: unknown;
  options: readonly string[];
  notChosen: string;
  rows: number;
  attributes?: ComponentProps<'input'> | undefined;
  onChange: (value: string | number | null) => void;
}) {
  const { field, inputProps, value, options, notChosen, rows, attributes, onChange } = props;
  const text = typeof value === 'string' ? value : '';
  const onText = (event: { target: { value: string } }) => onChange(event.target.value);
  switch (field.kind) {
    case 'text':
      return <textarea rows={rows} maxLength={MAX_TYPED_LENGTH} {...inputProps} value={text} onChange={onText} />;
    case 'number':
      return <WholeNumber inputProps={inputProps} value={value as number | null} onChange={onChange} />;
    case 'option':
      return (
        <select {...inputProps} value={text} onChange={onText}>
          <option value="">{notChosen}</option>
          {listChoices(options, text === '' ? [] : [text]).map((option) => (
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
          {...inputProps}
          value={text}
          onChange={onText}
        />
      );
  }
}

/** Lists the options of a field, with chosen ones that have been deleted since. */
export function listChoices(options: readonly string[], chosen: readonly string[]): readonly string[] {
  return [...chosen.filter((name) => !options.includes(name)), ...options];
}

/** Accepts digits only, so that the input is always a whole number or empty. */
function WholeNumber(props: {
  inputProps: InputProps;
  value: number | null;
  onChange: (value: number | null) => void;
}) {
  const { inputProps, value, onChange } = props;
  const change = (typed: string) => {
    const digits = typed.replace(/\D+/g, '').slice(0, 10);
    onChange(digits === '' ? null : Number(digits));
  };
  return (
    <input
      type="text"
      inputMode="numeric"
      autoComplete="off"
      {...inputProps}
      value={value ?? ''}
      onChange={({ target }) => change(target.value)}
    />
  );
}
