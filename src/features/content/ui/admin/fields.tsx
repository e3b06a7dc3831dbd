import { type ReactNode, createContext, useContext } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { FieldError } from '../../../../ui/Field.tsx';
import { siteQuery } from '../../client.ts';
import { getValueAt } from '../../editing/merge.ts';
import { fillPlaceholders } from '../../placeholders.ts';

/** What the fields of an editor share. */
interface EditorForm {
  readonly content: unknown;
  readonly problems: Readonly<Record<string, string>>;
  readonly set: (path: string, value: unknown) => void;
}

const FormContext = createContext<EditorForm>({ content: {}, problems: {}, set: () => undefined });

/** Surrounds the fields of what is edited. */
export function EditorFields({ form, children }: { form: EditorForm; children: ReactNode }) {
  return <FormContext value={form}>{children}</FormContext>;
}

/** The value at a path, what is wrong with it, and what changes it. */
export function useField(path: string) {
  const { content, problems, set } = useContext(FormContext);
  return {
    value: getValueAt(content, path),
    problem: problems[path],
    /** Of this field and all inside it. */
    hasProblem: Object.keys(problems).some((at) => at === path || at.startsWith(`${path}.`)),
    set: (value: unknown) => set(path, value),
  };
}

/** Gives a text as everyone sees it, with the agency’s names in their places. */
export function useFillPlaceholders(): (text: string) => string {
  const { data: site } = useSuspenseQuery(siteQuery(useRouter().options.context.api));
  return (text) => String(fillPlaceholders(text, site));
}

/** By which a field is found again. */
export const fieldId = (path: string) => `field-${path}`;

/**
 * A text of the content, by its path.
 * @param props.rows more than one for a text of several lines
 * @param props.maybe whether it may be left empty; it is then `nothing`
 */
export function TextField(props: {
  path: string;
  label: string;
  hint?: ReactNode;
  rows?: number;
  maybe?: boolean;
  nothing?: '' | null;
}) {
  const { path, label, hint, rows = 1, maybe = false, nothing = null } = props;
  const { value, problem, set } = useField(path);
  const id = fieldId(path);
  const described = [problem && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ');
  const control = {
    id,
    className: 'input',
    value: typeof value === 'string' ? value : '',
    'aria-required': !maybe,
    'aria-invalid': problem !== undefined,
    'aria-describedby': described || undefined,
    onChange: ({ target }: { target: { value: string } }) => set(maybe && target.value === '' ? nothing : target.value),
  };
  return (
    <div className="field">
      <div className="field__name">
        <label htmlFor={id}>
          {label}
          {!maybe && (
            <span className="required" aria-hidden>
              {' '}
              *
            </span>
          )}
        </label>
      </div>
      {hint !== undefined && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {rows > 1 ? <textarea rows={rows} {...control} /> : <input type="text" {...control} />}
      {problem !== undefined && <FieldError id={`${id}-error`} message={problem} />}
    </div>
  );
}

/** Something of the content that is so or not. */
export function CheckboxField({ path, label }: { path: string; label: string }) {
  const { value, set } = useField(path);
  return (
    <label className="content-checkbox">
      <input type="checkbox" checked={value === true} onChange={({ target }) => set(target.checked)} />
      <span>{label}</span>
    </label>
  );
}
