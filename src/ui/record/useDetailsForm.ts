import { useState } from 'react';
import type { DefaultValues, FieldValues, Path } from 'react-hook-form';
import type { z } from 'zod';
import { isConflict } from '../../platform/http/contract.ts';
import { useToast } from '../toasts.tsx';
import { useValidatedForm } from '../useValidatedForm.tsx';
import { useUnsavedForm } from './UnsavedForms.tsx';

/**
 * A form of details that several people may edit: it saves the changed fields only, and fields without unsaved changes show what others
 * have saved.
 * @param options.details the latest details that the page has
 * @param options.names the fields of the form that are saved
 * @param options.save saves changed fields, based on a version
 * @param options.fetchLatest fetches what somebody else has saved
 */
export function useDetailsForm<
  Typed extends FieldValues,
  Details extends { readonly version: number },
  Changes extends object,
>(options: {
  schema: z.ZodType<Changes>;
  labels: Readonly<Record<Path<Typed>, string>>;
  names: readonly (keyof Changes & Path<Typed>)[];
  details: Details;
  toFormValues: (details: Details) => Typed;
  save: (changes: Partial<Changes> & { version: number }) => Promise<{ message: string; details: Details }>;
  fetchLatest: () => Promise<Details>;
}) {
  const { schema, labels, names, details, toFormValues, save, fetchLatest } = options;
  const toast = useToast();
  const [saved, setSaved] = useState(details);
  const validated = useValidatedForm<Typed, Changes>(
    schema as unknown as z.ZodType<Changes, Typed>,
    labels,
    async (checked, { formState, reset }) => {
      const dirty: Partial<Record<string, unknown>> = formState.dirtyFields;
      const changes: object = Object.fromEntries(
        names.filter((name) => dirty[name]).map((name) => [name, checked[name]]),
      );
      try {
        const result = await save({ ...(changes as Partial<Changes>), version: saved.version });
        setSaved(result.details);
        reset(toFormValues(result.details));
        toast({ text: result.message });
      } catch (error) {
        if (isConflict(error)) {
          const latest = await fetchLatest();
          setSaved(latest);
          reset(toFormValues(latest), { keepDirtyValues: true });
        }
        throw error;
      }
    },
    { defaultValues: toFormValues(details) as DefaultValues<Typed> },
  );
  const { form } = validated;
  // Other forms and dialogs of the page change the version too.
  if (details.version > saved.version) {
    setSaved(details);
    form.reset(toFormValues(details), { keepDirtyValues: true });
  }
  const { isDirty, isSubmitting } = form.formState;
  useUnsavedForm(isDirty && !isSubmitting);
  return { ...validated, saved, isDirty, isSubmitting };
}
