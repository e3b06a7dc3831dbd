import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import TextConflict from './TextConflict.tsx';

/**
 * Says below a field of a form that somebody else has changed its text too, if they have.
 * @param props.base the stored text on which the typed one is based
 * @param props.present the stored text now
 * @param props.onChosen called when the typed text, or the stored one in its place, is to replace the stored one
 */
export function FieldConflict<Values extends FieldValues>(props: {
  form: Pick<UseFormReturn<Values>, 'watch' | 'setValue' | 'setFocus'>;
  name: Path<Values> & string;
  label: string;
  base: string;
  present: string;
  onChosen: () => void;
}) {
  const { form, name, label, base, present, onChosen } = props;
  const typed: string = form.watch(name);
  if (present === base || [base, present].includes(typed.trim())) return null;
  const choose = (text: string) => {
    form.setValue(name, text as PathValue<Values, Path<Values>>, { shouldDirty: true });
    form.setFocus(name);
    onChosen();
  };
  return (
    <TextConflict
      label={label}
      mine={typed}
      theirs={present}
      onMine={() => choose(typed)}
      onTheirs={() => choose(present)}
    />
  );
}
