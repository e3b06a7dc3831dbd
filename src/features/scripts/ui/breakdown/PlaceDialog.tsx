import { z } from 'zod';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../ui/DialogActions.tsx';
import { Field, FieldError } from '../../../../ui/Field.tsx';
import { SelectField } from '../../../../ui/SelectField.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { type BreakdownAction, MAX_NAME_LENGTH } from '../../breakdown/breakdown.ts';
import { CHOOSE_PLACE, CHOOSE_SCENES, ENTER_NAME, LEAVE_SCENES, formatName } from '../../breakdown/messages.ts';
import { type StoryLocation, getScenePlace, listScenes, toUseId } from '../../breakdown/story-locations.ts';
import { getSceneLabel } from '../../breakdown/summaries.ts';
import type { Script } from '../../reading/script.ts';
import '../../../../ui/form.css';
import '../../../../ui/checkbox.css';

export interface OpenDialog {
  readonly kind: 'rename' | 'merge' | 'split';
  readonly location: StoryLocation;
}

interface Props extends OpenDialog {
  readonly open: boolean;
  readonly script: Script;
  readonly locations: readonly StoryLocation[];
  /** The id is that of a use of the place that has changed. */
  readonly onChange: (action: BreakdownAction, useId: string) => void;
  readonly onClose: () => void;
}

const FORMS = { rename: RenameForm, merge: MergeForm, split: SplitForm } as const;
const VERBS = { rename: 'Rename', merge: 'Merge', split: 'Split' } as const;

/** Renames a story location, merges it into another one, or splits scenes off it. */
export function PlaceDialog(props: Props) {
  const { kind, location, open, onClose } = props;
  const Form = FORMS[kind];
  return (
    <Dialog open={open} onClose={onClose} title={`${VERBS[kind]} ${formatName(location)}`}>
      <Form {...props} />
    </Dialog>
  );
}

const name = z.string().trim().min(1, ENTER_NAME).max(MAX_NAME_LENGTH);

function RenameForm({ location, onChange, onClose }: Props) {
  const { form, submit, field, alerts } = useValidatedForm(
    z.object({ name }),
    { name: 'Name' },
    async (typed) => onChange({ type: 'rename', id: location.id, name: typed.name }, location.id),
    { defaultValues: { name: location.name } },
  );
  return (
    <form className="form" noValidate onSubmit={submit}>
      <div className="dialog__body">
        {alerts}
        <Field {...field('name')}>
          {(control) => <input {...control} type="text" autoComplete="off" maxLength={MAX_NAME_LENGTH} />}
        </Field>
      </div>
      <DialogActions busy={form.formState.isSubmitting} submitLabel="Rename" onCancel={onClose} />
    </form>
  );
}

function MergeForm({ location, locations, onChange, onClose }: Props) {
  const { form, submit, field, alerts } = useValidatedForm(
    z.object({ into: z.string().min(1, CHOOSE_PLACE) }),
    { into: 'Place' },
    async ({ into }) => onChange({ type: 'merge', id: location.id, into }, location.id),
    { defaultValues: { into: '' } },
  );
  const others = locations.filter((other) => other !== location);
  return (
    <form className="form" noValidate onSubmit={submit}>
      <div className="dialog__body">
        {alerts}
        <SelectField
          {...field('into')}
          hint="It gets all scenes of this one, and keeps its name."
          none="Choose a place"
          options={others.map((other) => [
            other.id,
            `${formatName(other)} (${formatCount(listScenes(other).length, 'scene')})`,
          ])}
        />
      </div>
      <DialogActions busy={form.formState.isSubmitting} submitLabel="Merge" onCancel={onClose} />
    </form>
  );
}

function SplitForm({ script, location, onChange, onClose }: Props) {
  const { form, submit, field, alerts } = useValidatedForm(
    z.object({
      uses: z
        .array(z.string())
        .min(1, CHOOSE_SCENES)
        .max(location.uses.length - 1, LEAVE_SCENES),
      name,
    }),
    { uses: 'Scenes to move', name: 'Name of the new place' },
    async (typed) =>
      onChange({ type: 'split', id: location.id, uses: new Set(typed.uses), name: typed.name }, typed.uses[0]!),
    { defaultValues: { uses: [], name: '' } },
  );
  const { id, label, error, registration } = field('uses');
  return (
    <form className="form" noValidate onSubmit={submit}>
      <div className="dialog__body">
        {alerts}
        <fieldset className="form__options" aria-describedby={error === undefined ? undefined : `${id}-error`}>
          <legend>{label}</legend>
          {location.uses.map((use) => (
            <label key={toUseId(use)} className="checkbox-row checkbox-row--compact">
              <input {...registration} type="checkbox" value={toUseId(use)} aria-invalid={error !== undefined} />
              <span>{formatUse(script, use)}</span>
            </label>
          ))}
          {error !== undefined && <FieldError id={`${id}-error`} message={error} />}
        </fieldset>
        <Field {...field('name')}>
          {(control) => <input {...control} type="text" autoComplete="off" maxLength={MAX_NAME_LENGTH} />}
        </Field>
      </div>
      <DialogActions busy={form.formState.isSubmitting} submitLabel="Split" onCancel={onClose} />
    </form>
  );
}

/** The heading of a scene, and of a double heading which of its places is meant. */
function formatUse(script: Script, use: StoryLocation['uses'][number]): string {
  const { heading, places } = script.scenes[use.scene]!;
  const label = `${getSceneLabel(script.scenes, use.scene)} ${heading}`;
  return places.length === 1 ? label : `${label}: ${getScenePlace(script, use).name}`;
}
