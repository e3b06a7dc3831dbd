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

/** The values and handlers that a form passes to a {@link Field}. */
export interface FormFieldProps {
  readonly id: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly registration: UseFormRegisterReturn;
}

/**
 * A form that is validated by one schema, here and on the server. The server's field errors are shown at their fields, its other errors
 * above them. The input is kept on every error.
 * @param labels labels of the fields, in order
 * @param send submits the values; rejects with an ApiError. It may reset the form to new default values
 * @param options.defaultValues initial values; without them, input from before hydration is kept
 * @param options.mode when a field is first validated; by default on blur
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
  /** Shown above the fields: why the form could not be sent, and the invalid fields. */
  readonly alerts: ReactNode;
} {
  const id = useId();
  const form = useForm<Typed, unknown, Checked>({ resolver: zodResolver(schema), mode: 'onTouched', ...options });
  const { errors, isSubmitted } = form.formState;
  const names = Object.keys(labels) as Path<Typed>[];
  const messages = Object.fromEntries(
    names.map((name) => [name, form.getFieldState(name, form.formState).error?.message]),
  ) as Record<Path<Typed>, string | undefined>;
  const submitting = useRef(false);
  const [failure, setFailure] = useState<string>();

  const submit = form.handleSubmit(async (checked) => {
    setFailure(undefined);
    try {
      await send(checked, form);
    } catch (error) {
      const fields = (isApiError(error) && error.fields) || {};
      const invalid = names.filter((name) => fields[name]);
      for (const name of invalid) form.setError(name, { message: fields[name]! });
      if (invalid[0] !== undefined) form.setFocus(invalid[0]);
      // The general message is needed only if some error has no field here.
      if (invalid.length === 0 || invalid.length < Object.keys(fields).length) setFailure(getErrorMessage(error));
    }
  });
  return {
    form,
    submit: (event) => {
      event.preventDefault();
      if (submitting.current) return;
      submitting.current = true;
      void submit(event).finally(() => (submitting.current = false));
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
