import type { ReactNode } from 'react';
import { FieldError } from '../../../../ui/Field.tsx';
import { OtherValue } from '../../../../ui/record/OtherValue.tsx';
import { Popover } from '../../../../ui/table/Popover.tsx';
import type { Difference } from '../../record/policy.ts';
import { RECORD_LABELS, type RecordField, type RecordFields } from '../../record/schema.ts';
import { TYPED_LENGTH } from '../../registering/schema.ts';
import type { RecordForm } from './useRecordForm.ts';

/** Where a field is found on the page. */
export function recordFieldId(name: string): string {
  return `location-${name}`;
}

/** How a field is filled in. */
type Kind = 'line' | 'text' | 'choice' | 'options' | 'day' | 'yes-no-null' | 'number';

export interface FieldDefinition {
  readonly name: RecordField;
  readonly kind: Kind;
  /** Takes the whole width. */
  readonly wide?: boolean;
  readonly rows?: number;
}

/** One field of a record with its label, what is wrong with it and, where it was changed since, its published value. */
export function RecordFieldRow(props: { of: RecordForm; field: FieldDefinition; options: readonly string[] }) {
  const { of: form, field, options } = props;
  const { name, kind } = field;
  const id = recordFieldId(name);
  const difference = form.changed[name as keyof RecordForm['changed']];
  const problem = form.problems[name];
  const described = [problem !== undefined && `${id}-error`, difference && `${id}-published`].filter(Boolean).join(' ');
  const control: ControlProps = {
    form,
    field,
    options,
    given: {
      id,
      name,
      className: 'input',
      'aria-invalid': problem !== undefined,
      'aria-describedby': described || undefined,
      onBlur: () => form.leave(name),
    },
  };
  return (
    <div className={`field ${field.wide ? 'span' : ''} ${difference ? 'field--changed' : ''}`}>
      <div className="field__name">
        {kind === 'options' ? (
          <span className="field__label" aria-hidden>
            {RECORD_LABELS[name]}
          </span>
        ) : (
          <label htmlFor={id}>{RECORD_LABELS[name]}</label>
        )}
        {difference && <ChangedMark />}
      </div>
      <Control {...control} />
      {problem !== undefined && <FieldError id={`${id}-error`} message={problem} />}
      {difference && <PublishedValue of={form} id={id} label={RECORD_LABELS[name]} difference={difference} />}
    </div>
  );
}

/** Says that something was changed since it was published. */
export function ChangedMark() {
  return <em className="field__changed">Changed</em>;
}

/** What is online of something that was changed since, and the way back to it. */
export function PublishedValue(props: { of: RecordForm; id: string; label: string; difference: Difference }) {
  const { of: form, id, label, difference } = props;
  const { published, use } = difference;
  const take = () => {
    form.change(use ?? {});
    // The button goes with the difference.
    document.getElementById(id)?.focus();
  };
  return (
    <OtherValue
      id={`${id}-published`}
      label="Published value"
      field={label}
      value={published}
      onUse={use === null ? null : take}
    />
  );
}

interface ControlProps {
  readonly form: RecordForm;
  readonly field: FieldDefinition;
  readonly options: readonly string[];
  readonly given: {
    readonly id: string;
    readonly name: RecordField;
    readonly className: 'input';
    readonly 'aria-invalid': boolean;
    readonly 'aria-describedby': string | undefined;
    readonly onBlur: () => void;
  };
}

function Control({ form, field: { name, kind, rows }, options, given }: ControlProps): ReactNode {
  const value = form.fields[name];
  const text = typeof value === 'string' ? value : '';
  const change = (to: RecordFields[RecordField]) => form.change({ [name]: to });
  const type = (event: { target: { value: string } }) => change(event.target.value);
  switch (kind) {
    case 'text':
      return <textarea rows={rows} maxLength={TYPED_LENGTH} {...given} value={text} onChange={type} />;
    case 'day':
      // The last day with a year of four digits: browsers take six otherwise.
      return <input type="date" min="1000-01-01" max="9999-12-31" {...given} value={text} onChange={type} />;
    case 'number':
      return <WholeNumber given={given} value={value as number | null} onChange={change} />;
    case 'yes-no-null':
      return (
        <select {...given} value={String(value)} onChange={({ target }) => change(TRUTH[target.value] ?? null)}>
          <option value="null">Null</option>
          <option value="true">Yes</option>
          <option value="false">No</option>
        </select>
      );
    case 'choice':
      return (
        <select {...given} value={text} onChange={type}>
          <option value="">Not chosen</option>
          {(text === '' || options.includes(text) ? options : [text, ...options]).map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      );
    case 'options':
      return <Options given={given} options={options} chosen={value as readonly string[]} onChange={change} />;
    case 'line':
      return <input type="text" autoComplete="off" maxLength={TYPED_LENGTH} {...given} value={text} onChange={type} />;
  }
}

/** Several of the options of a field: a button with what is chosen, and all of them below it while it is open. */
function Options(props: {
  given: ControlProps['given'];
  options: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}) {
  const { given, options, chosen, onChange } = props;
  const label = RECORD_LABELS[given.name];
  const all = [...chosen.filter((name) => !options.includes(name)), ...options];
  return (
    <Popover
      id={given.id}
      describedBy={given['aria-describedby']}
      label={label}
      className={`input options-button ${given['aria-invalid'] ? 'is-wrong' : ''}`}
      button={
        <>
          <span className="unseen">{`${label}: `}</span>
          <span className="options-button__chosen">{chosen.length > 0 ? chosen.join(', ') : 'Not chosen'}</span>
        </>
      }
      onClose={given.onBlur}
    >
      {() =>
        all.map((name) => (
          <label key={name} className="tick">
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={({ target }) =>
                onChange(all.filter((option) => (option === name ? target.checked : chosen.includes(option))))
              }
            />
            {name}
          </label>
        ))
      }
    </Popover>
  );
}

const TRUTH: Readonly<Record<string, boolean>> = { true: true, false: false };

/** Takes digits only, so that what is typed is always a number or nothing. */
function WholeNumber(props: {
  given: ControlProps['given'];
  value: number | null;
  onChange: (value: number | null) => void;
}) {
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
