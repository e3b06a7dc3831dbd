import { FieldError } from '../../../../ui/Field.tsx';
import { AlternativeValue } from '../../../../ui/record/AlternativeValue.tsx';
import { Popover } from '../../../../ui/table/Popover.tsx';
import type { Difference } from '../../record/policy.ts';
import type { RecordForm } from './useRecordForm.ts';
import type { Field, RecordField, RecordFields } from '../../fields/lookup.ts';
import { FieldControl, getFieldId, listChoices } from '../FieldControl.tsx';

/** A field of a record with its label, its error and, if it was changed since publishing, its published value. */
export function RecordFieldRow(props: { form: RecordForm; field: Field; options: readonly string[] }) {
  const { form, field, options } = props;
  const { name, kind, label } = field;
  const id = getFieldId(name);
  const value = form.fields[name];
  const difference = form.changed[name as keyof RecordForm['changed']];
  const problem = form.problems[name];
  const described = [problem !== undefined && `${id}-error`, difference && `${id}-published`].filter(Boolean).join(' ');
  const inputProps = {
    ...{ id, name, className: 'input', onBlur: () => form.onBlur(name) },
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
      <RecordControl {...{ field, inputProps, value, options }} onChange={change} />
      {problem !== undefined && <FieldError id={`${id}-error`} message={problem} />}
      {difference && <PublishedValue form={form} id={id} label={label} difference={difference} />}
    </div>
  );
}

interface ControlProps {
  readonly field: Field;
  readonly inputProps: {
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
  const { field, inputProps, value, options, onChange } = props;
  switch (field.kind) {
    case 'options':
      return <Options {...props} chosen={value as readonly string[]} />;
    case 'date':
      return (
        <input
          type="date"
          min="1000-01-01"
          // The last day with a year of four digits; otherwise browsers accept six digits.
          max="9999-12-31"
          {...inputProps}
          value={String(value)}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    case 'yes-no-null':
      return (
        <select
          {...inputProps}
          value={String(value)}
          onChange={({ target }) => onChange(BOOLEAN_OF[target.value] ?? null)}
        >
          <option value="null">Null</option>
          <option value="true">Yes</option>
          <option value="false">No</option>
        </select>
      );
    default:
      return (
        <FieldControl
          {...{ field, inputProps, value, options, onChange }}
          rows={field.rows ?? 2}
          notChosen="Not chosen"
        />
      );
  }
}

const BOOLEAN_OF: Readonly<Record<string, boolean>> = { true: true, false: false };

export function ChangedMark() {
  return <em className="field__changed">Changed</em>;
}

/** The published value of a changed field, with a button that restores it. */
export function PublishedValue(props: { form: RecordForm; id: string; label: string; difference: Difference }) {
  const { form, id, label, difference } = props;
  const { published, restore } = difference;
  const onUse = () => {
    form.change(restore ?? {});
    // The button disappears with the difference.
    document.getElementById(id)?.focus();
  };
  return (
    <AlternativeValue
      id={`${id}-published`}
      label="Published value"
      field={label}
      value={published}
      onUse={restore === null ? null : onUse}
    />
  );
}

/** A button with the chosen options of a field, and a popover with all of its options. */
function Options(props: ControlProps & { chosen: readonly string[] }) {
  const { field, inputProps, options, chosen, onChange } = props;
  const { label } = field;
  const all = listChoices(options, chosen);
  return (
    <Popover
      id={inputProps.id}
      describedBy={inputProps['aria-describedby']}
      label={label}
      className={`input options-button ${inputProps['aria-invalid'] ? 'is-invalid' : ''}`}
      button={
        <>
          <span className="visually-hidden">{`${label}: `}</span>
          <span className="options-button__chosen">{chosen.length > 0 ? chosen.join(', ') : 'Not chosen'}</span>
        </>
      }
      onClose={inputProps.onBlur}
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
