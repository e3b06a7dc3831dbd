import { FieldError } from '../../../../ui/Field.tsx';
import { AlternativeValue } from '../../../../ui/record/AlternativeValue.tsx';
import { Popover } from '../../../../ui/table/Popover.tsx';
import type { Difference } from '../../record/policy.ts';
import type { RecordForm } from './useRecordForm.ts';
import type { Field, RecordField, RecordFields } from '../../fields/lookup.ts';
import { FieldControl, fieldId, offered } from '../FieldControl.tsx';

/** One field of a record with its label, what is wrong with it and, where it was changed since, its published value. */
export function RecordFieldRow(props: { of: RecordForm; field: Field; options: readonly string[] }) {
  const { of: form, field, options } = props;
  const { name, kind, label } = field;
  const id = fieldId(name);
  const value = form.fields[name];
  const difference = form.changed[name as keyof RecordForm['changed']];
  const problem = form.problems[name];
  const described = [problem !== undefined && `${id}-error`, difference && `${id}-published`].filter(Boolean).join(' ');
  const given = {
    ...{ id, name, className: 'input', onBlur: () => form.leave(name) },
    'aria-invalid': problem !== undefined,
    'aria-describedby': described || undefined,
  };
  const change = (to: RecordFields[RecordField]) => form.change({ [name]: to });
  return (
    <div className={`field ${field.wide || kind === 'text' ? 'span' : ''} ${difference ? 'field--changed' : ''}`}>
      <div className="field__name">
        {kind === 'options' ? (
          <span className="field__label" aria-hidden>
            {label}
          </span>
        ) : (
          <label htmlFor={id}>{label}</label>
        )}
        {difference && <ChangedMark />}
      </div>
      <RecordControl {...{ field, given, value, options }} onChange={change} />
      {problem !== undefined && <FieldError id={`${id}-error`} message={problem} />}
      {difference && <PublishedValue of={form} id={id} label={label} difference={difference} />}
    </div>
  );
}

interface ControlProps {
  readonly field: Field;
  readonly given: {
    readonly id: string;
    readonly name: RecordField;
    readonly className: string;
    readonly 'aria-invalid': boolean;
    readonly 'aria-describedby': string | undefined;
    readonly onBlur: () => void;
  };
  readonly value: RecordFields[RecordField];
  readonly options: readonly string[];
  readonly onChange: (value: RecordFields[RecordField]) => void;
}

function RecordControl(props: ControlProps) {
  const { field, given, value, options, onChange } = props;
  switch (field.kind) {
    case 'options':
      return <Options {...props} chosen={value as readonly string[]} />;
    case 'date':
      return (
        <input
          type="date"
          min="1000-01-01"
          // The last day with a year of four digits: browsers take six otherwise.
          max="9999-12-31"
          {...given}
          value={String(value)}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    case 'yes-no-null':
      return (
        <select {...given} value={String(value)} onChange={({ target }) => onChange(BOOLEAN_OF[target.value] ?? null)}>
          <option value="null">Null</option>
          <option value="true">Yes</option>
          <option value="false">No</option>
        </select>
      );
    default:
      return (
        <FieldControl {...{ field, given, value, options, onChange }} rows={field.rows ?? 2} notChosen="Not chosen" />
      );
  }
}

const BOOLEAN_OF: Readonly<Record<string, boolean>> = { true: true, false: false };

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
    <AlternativeValue
      id={`${id}-published`}
      label="Published value"
      field={label}
      value={published}
      onUse={use === null ? null : take}
    />
  );
}

/** Several of the options of a field: a button with what is chosen, and all of them below it while it is open. */
function Options(props: ControlProps & { chosen: readonly string[] }) {
  const { field, given, options, chosen, onChange } = props;
  const { label } = field;
  const all = offered(options, chosen);
  return (
    <Popover
      id={given.id}
      describedBy={given['aria-describedby']}
      label={label}
      className={`input options-button ${given['aria-invalid'] ? 'is-wrong' : ''}`}
      button={
        <>
          <span className="visually-hidden">{`${label}: `}</span>
          <span className="options-button__chosen">{chosen.length > 0 ? chosen.join(', ') : 'Not chosen'}</span>
        </>
      }
      onClose={given.onBlur}
    >
      {() =>
        all.map((name) => (
          <label key={name} className="checkbox-row checkbox-row--compact">
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
