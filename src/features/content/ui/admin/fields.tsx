import { type ReactNode, createContext, useContext } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Field } from '../../../../ui/Field.tsx';
import { siteQuery } from '../../client.ts';
import { getValueAt } from '../../editing/merge.ts';
import { fillPlaceholders } from '../../placeholders.ts';
import '../../../../ui/form.css';

interface EditorForm {
  readonly content: unknown;
  readonly problems: Readonly<Record<string, string>>;
  readonly set: (path: string, value: unknown) => void;
}

const FormContext = createContext<EditorForm>({ content: {}, problems: {}, set: () => undefined });

/** Provides the edited content to the fields inside it. */
export function EditorFields({ form, children }: { form: EditorForm; children: ReactNode }) {
  return <FormContext value={form}>{children}</FormContext>;
}

/** Returns the value at a path, its error and its setter. */
export function useField(path: string) {
  const { content, problems, set } = useContext(FormContext);
  return {
    value: getValueAt(content, path),
    problem: problems[path],
    /** Whether this field or one inside it has an error. */
    hasProblem: Object.keys(problems).some((at) => at === path || at.startsWith(`${path}.`)),
    set: (value: unknown) => set(path, value),
  };
}

/** Returns a function that fills the placeholders of a text. */
export function useFillPlaceholders(): (text: string) => string {
  const { data: site } = useSuspenseQuery(siteQuery(useRouter().options.context.api));
  return (text) => String(fillPlaceholders(text, site));
}

/** Element id of a field. */
export const getFieldId = (path: string) => `field-${path}`;

/** A text field of the edited content; a textarea if it has several rows. If it is optional, its value can be `emptyValue`. */
export function TextField(props: {
  path: string;
  label: string;
  hint?: ReactNode;
  rows?: number;
  optional?: boolean;
  emptyValue?: '' | null;
}) {
  const { path, label, hint, rows = 1, optional = false, emptyValue = null } = props;
  const { value, problem, set } = useField(path);
  const registration = {
    value: typeof value === 'string' ? value : '',
    onChange: ({ target }: { target: { value: string } }) =>
      set(optional && target.value === '' ? emptyValue : target.value),
  };
  return (
    <Field
      id={getFieldId(path)}
      label={label}
      error={problem}
      registration={registration}
      required={!optional}
      hint={hint}
    >
      {(control) => (rows > 1 ? <textarea rows={rows} {...control} /> : <input type="text" {...control} />)}
    </Field>
  );
}

/** A checkbox of the edited content. */
export function CheckboxField({ path, label }: { path: string; label: string }) {
  const { value, set } = useField(path);
  return (
    <label className="check">
      <input type="checkbox" checked={value === true} onChange={({ target }) => set(target.checked)} />
      <span>{label}</span>
    </label>
  );
}
