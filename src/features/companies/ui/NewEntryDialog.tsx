import { useState } from 'react';
import type { Api } from '../../../platform/http/contract.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogActions } from '../../../ui/DialogActions.tsx';
import { RequiredNote } from '../../../ui/Field.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { useValidatedForm } from '../../../ui/useValidatedForm.tsx';
import { type Kind, KINDS, listFields } from '../kinds.ts';
import type { CompanySuggestion } from '../schema.ts';
import { EntryFields } from './EntryFields.tsx';
import { FORM_SCHEMAS } from './EntryForm.tsx';
import type { FormValues } from './form-fields.ts';

interface Props {
  readonly api: Api;
  readonly kind: Kind;
  /** The company that a new person belongs to at first. */
  readonly company?: CompanySuggestion;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Adds the company or person. */
  readonly onAdd: (values: FormValues) => Promise<{ readonly message: string }>;
}

const TITLES = { companies: 'Add a company', people: 'Add a person' } as const;

/** Adds a company or a person. */
export default function NewEntryDialog(props: Props) {
  const { kind, open, onClose } = props;
  return (
    <Dialog open={open} onClose={onClose} title={TITLES[kind]} shape="large">
      <NewEntryForm {...props} />
    </Dialog>
  );
}

function NewEntryForm({ api, kind, company: initial, onClose, onAdd }: Props) {
  const toast = useToast();
  const [company, setCompany] = useState(initial ?? null);
  const empty = Object.fromEntries(listFields(kind).map((name) => [name, '']));
  const { form, submit, field, alerts } = useValidatedForm<FormValues, FormValues>(
    FORM_SCHEMAS[kind],
    KINDS[kind].fields,
    async (values) => {
      const { message } = await onAdd(values);
      onClose();
      toast({ text: message });
    },
    { defaultValues: { ...empty, ...(initial && { company_id: initial.id }) } },
  );
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <div className="dialog__body">
        <RequiredNote />
        {alerts}
        <EntryFields api={api} kind={kind} form={form} field={field} company={company} onCompany={setCompany} />
      </div>
      <DialogActions submitLabel="Add" busy={form.formState.isSubmitting} onCancel={onClose} />
    </form>
  );
}
