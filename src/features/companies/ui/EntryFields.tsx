import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Api } from '../../../platform/http/contract.ts';
import { Field } from '../../../ui/Field.tsx';
import type { FormFieldProps } from '../../../ui/useValidatedForm.tsx';
import type { Kind } from '../kinds.ts';
import type { CompanySuggestion } from '../schema.ts';
import { CompanyChoice } from './CompanyChoice.tsx';
import './companies.css';
import { FORM_FIELDS, type FormField, type FormValues } from './form-fields.ts';

interface Props {
  readonly api: Api;
  readonly kind: Kind;
  readonly form: UseFormReturn<FormValues, unknown, FormValues>;
  readonly field: (name: string) => FormFieldProps;
  /** The company of a person. */
  readonly company: CompanySuggestion | null;
  readonly onCompany: (company: CompanySuggestion | null) => void;
  /** Shown below a field. */
  readonly below?: (name: string) => ReactNode;
}

/** The fields of a company or a person. */
export function EntryFields({ kind, below, ...props }: Props) {
  return FORM_FIELDS[kind].map((formField) => (
    <div key={formField.name} className="company-field">
      <EntryField {...props} formField={formField} />
      {below?.(formField.name)}
    </div>
  ));
}

function EntryField(props: Omit<Props, 'kind' | 'below'> & { formField: FormField }) {
  const { api, form, field, company, onCompany, formField } = props;
  const { name, type, hint } = formField;
  const fieldProps = field(name);
  if (type === 'company')
    return (
      <CompanyChoice
        api={api}
        label={fieldProps.label}
        chosen={company}
        error={fieldProps.error}
        onChoose={(chosen) => {
          onCompany(chosen);
          form.setValue(name, chosen?.id ?? '', { shouldDirty: true });
        }}
      />
    );
  return (
    <Field {...fieldProps} required={name === 'name'} hint={hint}>
      {(control) =>
        type === 'notes' ? <textarea {...control} rows={6} /> : <input {...control} type={type} autoComplete="off" />
      }
    </Field>
  );
}
