import { type ReactNode, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { type Api, isConflict } from '../../../platform/http/contract.ts';
import { SAVED_BY_SOMEBODY_ELSE } from '../../../platform/text/common-messages.ts';
import { RequiredNote } from '../../../ui/Field.tsx';
import { ComparedValue } from '../../../ui/record/ComparedValue.tsx';
import { SaveBar } from '../../../ui/record/SaveBar.tsx';
import { UnsavedChangesDialog } from '../../../ui/record/UnsavedChangesDialog.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { useValidatedForm } from '../../../ui/useValidatedForm.tsx';
import { type Kind, KINDS, getFieldLabel, listFields } from '../kinds.ts';
import { personForm } from '../people/schema.ts';
import { companyForm } from '../schema.ts';
import { EntryFields } from './EntryFields.tsx';
import type { FormEntry, FormValues } from './form-fields.ts';

type Form = UseFormReturn<FormValues, unknown, FormValues>;

/** The schemas of the forms, which the server checks too. */
export const FORM_SCHEMAS: Readonly<Record<Kind, z.ZodType<FormValues, FormValues>>> = {
  companies: companyForm as unknown as z.ZodType<FormValues, FormValues>,
  people: personForm as unknown as z.ZodType<FormValues, FormValues>,
};

/**
 * Form for a company or a person. After a conflict, the value that somebody else has saved is shown below the field.
 * @param props.save saves the values, based on a version
 * @param props.fetchLatest fetches what somebody else has saved
 * @param props.aside shown beside the fields
 */
export function EntryForm(props: {
  api: Api;
  kind: Kind;
  entry: FormEntry;
  heading: string;
  save: (values: FormValues, version: number) => Promise<{ readonly message: string; readonly entry: FormEntry }>;
  fetchLatest: () => Promise<FormEntry>;
  aside: ReactNode;
}) {
  const { api, kind, entry, heading, save, fetchLatest, aside } = props;
  const toast = useToast();
  const [saved, setSaved] = useState(entry);
  const [company, setCompany] = useState(entry.company);
  const [theirs, setTheirs] = useState<Readonly<Record<string, string>>>({});
  const names = listFields(kind);

  /** Shows what somebody else has saved, except in fields that were changed here too. */
  const merge = async (form: Form) => {
    const latest = await fetchLatest();
    const [typed, initial] = [form.getValues(), saved.values];
    const mine = names.filter((name) => typed[name] !== initial[name] && typed[name] !== latest.values[name]);
    form.reset(latest.values);
    for (const name of mine) form.setValue(name, typed[name] ?? '', { shouldDirty: true });
    if (!mine.includes('company_id')) setCompany(latest.company);
    const both = mine.filter((name) => latest.values[name] !== initial[name]);
    setTheirs(Object.fromEntries(both.map((name) => [name, latest.values[name] ?? ''])));
    setSaved(latest);
  };
  const { form, submit, field, alerts } = useValidatedForm<FormValues, FormValues>(
    FORM_SCHEMAS[kind],
    KINDS[kind].fields,
    async (values, current) => {
      try {
        const result = await save(values, saved.version);
        current.reset(result.entry.values);
        setSaved(result.entry);
        setCompany(result.entry.company);
        setTheirs({});
        toast({ text: result.message });
      } catch (error) {
        if (isConflict(error)) await merge(current);
        throw error;
      }
    },
    { defaultValues: entry.values },
  );
  // A merge or a restored version changes the entry: fields without unsaved changes follow.
  if (entry.version > saved.version) {
    setSaved(entry);
    form.reset(entry.values, { keepDirtyValues: true });
    if (!form.formState.dirtyFields['company_id']) setCompany(entry.company);
  }
  const { dirtyFields, isSubmitting } = form.formState;
  const unsaved = names.filter((name) => dirtyFields[name]);
  const takeTheirs = (name: string) => {
    form.setValue(name, theirs[name] ?? '', { shouldDirty: true, shouldValidate: true });
    if (name === 'company_id') setCompany(saved.company);
    setTheirs(Object.fromEntries(Object.entries(theirs).filter(([other]) => other !== name)));
    form.setFocus(name);
  };
  return (
    <>
      <div className="record">
        <section aria-labelledby="entry-form">
          <h2 id="entry-form">{heading}</h2>
          <form id={FORM} className="form" method="post" noValidate onSubmit={submit}>
            <RequiredNote />
            {alerts}
            <EntryFields
              api={api}
              kind={kind}
              form={form}
              field={field}
              company={company}
              onCompany={setCompany}
              below={(name) =>
                theirs[name] !== undefined && (
                  <ComparedValue
                    label={SAVED_BY_SOMEBODY_ELSE}
                    field={getFieldLabel(kind, name)}
                    value={name === 'company_id' ? (saved.company?.name ?? '') : theirs[name]}
                    onUse={() => takeTheirs(name)}
                  />
                )
              }
            />
          </form>
        </section>
        {aside}
      </div>
      <SaveBar
        form={FORM}
        unsaved={unsaved.map((name) => getFieldLabel(kind, name))}
        saving={isSubmitting}
        onReset={() => {
          form.reset(saved.values);
          setCompany(saved.company);
          setTheirs({});
        }}
      />
      <UnsavedChangesDialog unsaved={() => unsaved.length > 0 && !isSubmitting} />
    </>
  );
}

const FORM = 'entry-form-fields';
