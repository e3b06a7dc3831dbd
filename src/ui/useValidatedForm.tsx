import { type ReactNode, type SyntheticEvent, useId, useRef, useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import {
  type FieldValues,
  type Path,
  type UseFormProps,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { isApiError, getErrorMessage } from '../platform/http/contract.ts';
import { ErrorSummary, ErrorAlert } from './FormMessages.tsx';

/** What a {@link Field} needs to know of the form that it is in. */
export interface FormFieldProps {
  readonly id: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly registration: UseFormRegisterReturn;
}

/**
 * A form that one schema checks, here and on the server. What the server has against single fields is shown there, what it
 * has against all of it above them. Nothing that was typed is lost.
 * @param labels of the fields, in their order
 * @param send rejects with an ApiError; of the form itself it may change what it begins with
 * @param options.defaultValues to begin with. Without them, what was typed before the page came alive stays
 * @param options.mode when a field first says what is wrong with it; unless told otherwise, as it is left
 */
export function useValidatedForm<Typed extends FieldValues, Checked>(
  schema: z.ZodType<Checked, Typed>,
  labels: Readonly<Record<Path<Typed>, string>>,
  send: (checked: Checked, form: UseFormReturn<Typed, unknown, Checked>) => Promise<void>,
  options: Pick<UseFormProps<Typed>, 'defaultValues' | 'mode'> = {},
): {
  readonly form: UseFormReturn<Typed, unknown, Checked>;
  readonly submit: (event: SyntheticEvent) => void;
  readonly field: (name: Path<Typed>) => FormFieldProps;
  /** What stands above the fields: why it could not be sent, and which fields need another look. */
  readonly alerts: ReactNode;
} {
  const id = useId();
  const form = useForm<Typed, unknown, Checked>({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    ...options,
  });
  const { errors, isSubmitted } = form.formState;
  const names = Object.keys(labels) as Path<Typed>[];
  const messages = Object.fromEntries(
    names.map((name) => [name, form.getFieldState(name, form.formState).error?.message]),
  ) as Record<Path<Typed>, string | undefined>;
  const sending = useRef(false);
  const [failure, setFailure] = useState<string>();

  const submit = form.handleSubmit(async (checked) => {
    setFailure(undefined);
    try {
      await send(checked, form);
    } catch (error) {
      const fields = (isApiError(error) && error.fields) || {};
      const wrong = names.filter((name) => fields[name]);
      for (const name of wrong) form.setError(name, { message: fields[name]! });
      if (wrong[0] !== undefined) form.setFocus(wrong[0]);
      // What is said at every field of it is said.
      if (wrong.length === 0 || wrong.length < Object.keys(fields).length) setFailure(getErrorMessage(error));
    }
  });
  return {
    form,
    submit: (event) => {
      event.preventDefault();
      if (sending.current) return;
      sending.current = true;
      void submit(event).finally(() => (sending.current = false));
    },
    field: (name) => ({
      id: `${id}${name}`,
      label: labels[name],
      error: messages[name],
      registration: form.register(name),
    }),
    alerts: (
      <>
        {failure !== undefined && <ErrorAlert message={failure} />}
        <ErrorSummary
          labels={labels}
          messages={isSubmitted && errors ? messages : {}}
          onChoose={(name) => form.setFocus(name)}
        />
      </>
    ),
  };
}
