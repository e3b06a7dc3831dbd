import type { ComponentProps, FocusEvent } from 'react';
import type { Field, RecordField, RecordFields } from '../../catalogue/fields/lookup.ts';
import { MAX_TYPED_LENGTH } from '../../catalogue/fields/validation.ts';

/** Returns the id of a field's control on the page. */
export function getFieldId(name: RecordField): string {
  return `location-${name}`;
}

/** The attributes of a control of any kind. */
type InputProps = Pick<
  ComponentProps<'input'>,
  'id' | 'name' | 'className' | 'aria-invalid' | 'aria-required' | 'aria-describedby'
> & { readonly onBlur: (event: FocusEvent) => unknown };

interface FieldControlProps {
  readonly field: Field;
  readonly inputProps: InputProps;
  readonly value: unknown;
  readonly options: readonly string[];
  /** The label of the empty option. */
  readonly notChosen: string;
  readonly rows: number;
  /** Autofill tokens of a line of text. */
  readonly autofill?: string | undefined;
  readonly onChange: (value: RecordFields[RecordField]) => void;
}

/** The control of a field, by its kind. Several options and the position have controls of their own on each page. */
export function FieldControl(props: FieldControlProps) {
  const { field, inputProps, value, rows, onChange } = props;
  switch (field.kind) {
    case 'line':
      return <Line {...props} />;
    case 'postcode':
      return <Line {...props} attributes={{ autoCapitalize: 'characters', spellCheck: false }} />;
    case 'telephone':
      return <Line {...props} attributes={{ type: 'tel' }} />;
    case 'email':
      return <Line {...props} attributes={{ type: 'email' }} />;
    case 'url':
      return <Line {...props} attributes={{ autoCapitalize: 'none', spellCheck: false }} />;
    case 'text':
      return (
        <textarea
          rows={rows}
          maxLength={MAX_TYPED_LENGTH}
          {...inputProps}
          value={toText(value)}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    case 'number':
      return <WholeNumber {...props} />;
    case 'date':
      return <DateInput {...props} />;
    case 'option':
      return <OptionSelect {...props} />;
    case 'yes-no':
      return <Checkbox {...props} />;
    case 'yes-no-null':
      return <YesNoSelect {...props} />;
    case 'options':
    case 'latitude':
    case 'longitude':
    case 'precision':
      return null;
  }
}

/** Whether a field is edited on a map. */
export function isMapField({ kind }: Pick<Field, 'kind'>): boolean {
  return kind === 'latitude' || kind === 'longitude' || kind === 'precision';
}

/** Lists the options of a field, with chosen ones that have been deleted since. */
export function listChoices(options: readonly string[], chosen: readonly string[]): readonly string[] {
  return [...chosen.filter((name) => !options.includes(name)), ...options];
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function Line(props: FieldControlProps & { attributes?: ComponentProps<'input'> }) {
  const { inputProps, value, autofill = 'off', attributes, onChange } = props;
  return (
    <input
      type="text"
      autoComplete={autofill}
      maxLength={MAX_TYPED_LENGTH}
      {...attributes}
      {...inputProps}
      value={toText(value)}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** Accepts digits only, so that the input is always a whole number or empty. */
function WholeNumber({ inputProps, value, onChange }: FieldControlProps) {
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
      value={typeof value === 'number' ? value : ''}
      onChange={({ target }) => change(target.value)}
    />
  );
}

function DateInput({ inputProps, value, onChange }: FieldControlProps) {
  return (
    <input
      type="date"
      min="1000-01-01"
      // The last day with a year of four digits; otherwise browsers accept six digits.
      max="9999-12-31"
      {...inputProps}
      value={toText(value)}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function OptionSelect({ inputProps, value, options, notChosen, onChange }: FieldControlProps) {
  const chosen = toText(value);
  return (
    <select {...inputProps} value={chosen} onChange={({ target }) => onChange(target.value)}>
      <option value="">{notChosen}</option>
      {listChoices(options, chosen === '' ? [] : [chosen]).map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
  );
}

/** A checkbox without its label. */
function Checkbox({ inputProps, value, onChange }: FieldControlProps) {
  const { className: _, ...attributes } = inputProps;
  return (
    <input
      type="checkbox"
      {...attributes}
      checked={value === true}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}

const ANSWERS: Readonly<Record<string, boolean>> = { yes: true, no: false };

function YesNoSelect({ inputProps, value, notChosen, onChange }: FieldControlProps) {
  const chosen = typeof value === 'boolean' ? (value ? 'yes' : 'no') : '';
  return (
    <select {...inputProps} value={chosen} onChange={({ target }) => onChange(ANSWERS[target.value] ?? null)}>
      <option value="">{notChosen}</option>
      <option value="yes">Yes</option>
      <option value="no">No</option>
    </select>
  );
}
