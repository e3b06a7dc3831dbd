import type { ReactNode } from 'react';
import { FieldError } from '../../../../ui/Field.tsx';
import { ComparedValue } from '../../../../ui/record/ComparedValue.tsx';
import { Popover } from '../../../../ui/table/Popover.tsx';
import type { Difference, PublicPart } from '../differences.ts';
import type { RecordForm } from './useRecordForm.ts';
import { type Field, type RecordField, type RecordFields, getLabel } from '../../catalogue/fields/lookup.ts';
import { formatValue } from '../../catalogue/fields/values.ts';
import { FieldControl, getFieldId, listChoices } from '../../working-copy/ui/FieldControl.tsx';

/**
 * A field of a record with its label, its error and, if it was changed since publishing, its published value.
 * @param props.fixedBecause why the user cannot change it
 */
export function RecordFieldRow(props: {
  form: RecordForm;
  field: Field;
  options: readonly string[];
  fixedBecause?: string | undefined;
}) {
  const { form, field, options, fixedBecause } = props;
  const { name } = field;
  // A value that cannot be changed is text, also that of a checkbox.
  const kind = fixedBecause === undefined ? field.kind : 'line';
  const id = getFieldId(name);
  const isAddress = name === 'address_public';
  const difference = form.changed[isAddress ? 'address' : (name as PublicPart)];
  const problem = form.problems[name];
  const described = [
    fixedBecause !== undefined && `${id}-hint`,
    problem !== undefined && `${id}-error`,
    difference && `${id}-published`,
  ]
    .filter(Boolean)
    .join(' ');
  const inputProps = {
    id,
    name,
    className: 'input',
    onBlur: () => form.onBlur(name),
    'aria-invalid': problem !== undefined,
    'aria-describedby': described || undefined,
  };
  const control =
    fixedBecause === undefined ? (
      <RecordControl
        field={field}
        inputProps={inputProps}
        value={form.fields[name]}
        options={options}
        onChange={(to) => form.change({ [name]: to })}
      />
    ) : (
      <input
        type="text"
        readOnly
        {...inputProps}
        value={
          form.fields[name] === '' || form.fields[name] === null ? 'Not chosen' : formatValue(name, form.fields[name])
        }
      />
    );
  const isWide = field.wide || kind === 'text' || kind === 'yes-no';
  return (
    <div className={`field ${isWide ? 'span' : ''} ${difference ? 'field--changed' : ''}`}>
      <div className="field__name">
        <RecordLabel name={name} kind={kind}>
          {control}
        </RecordLabel>
        {difference && <ChangedMark />}
      </div>
      {kind !== 'yes-no' && control}
      {fixedBecause !== undefined && (
        <p className="field__hint" id={`${id}-hint`}>
          {fixedBecause}
        </p>
      )}
      {problem !== undefined && <FieldError id={`${id}-error`} message={problem} />}
      {difference && (
        <PublishedValue
          form={form}
          id={id}
          label={isAddress ? 'the address' : getLabel(name)}
          difference={fixedBecause === undefined ? difference : { ...difference, restore: null }}
        />
      )}
    </div>
  );
}

/** The label of a field. That of a checkbox contains the control; the button of several options has its own label. */
function RecordLabel({ name, kind, children }: Pick<Field, 'name' | 'kind'> & { children: ReactNode }) {
  const label = getLabel(name);
  if (kind === 'yes-no') {
    return (
      <label className="check">
        {children}
        {label}
      </label>
    );
  }
  if (kind === 'options') {
    return (
      <span className="field__label" aria-hidden>
        {label}
      </span>
    );
  }
  return <label htmlFor={getFieldId(name)}>{label}</label>;
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
  const { field, value } = props;
  if (field.kind === 'options') return <Options {...props} chosen={value as readonly string[]} />;
  const notChosen = field.kind === 'yes-no-null' ? 'Null' : 'Not chosen';
  return <FieldControl {...props} rows={field.rows ?? 2} notChosen={notChosen} />;
}

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
    <ComparedValue
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
  const label = getLabel(field.name);
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
