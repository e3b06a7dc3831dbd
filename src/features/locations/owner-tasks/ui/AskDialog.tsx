import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../ui/DialogActions.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { SelectField } from '../../../../ui/SelectField.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { addTaskMutation } from '../client.ts';
import { taskForm } from '../schema.ts';
import { STEP_NAMES, STEP_TITLES } from '../../catalogue/fields/wizard-steps.ts';

interface AskDialogProps {
  readonly api: Api;
  readonly id: string;
  /** The name of the owner. */
  readonly owner: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks the owner of a location for something. */
export default function AskDialog(props: AskDialogProps) {
  const { open, onClose } = props;
  return (
    <Dialog open={open} onClose={onClose} title="Ask for more" staysOnBackdropClick>
      <AskForm {...props} />
    </Dialog>
  );
}

function AskForm({ api, id, owner, onClose }: AskDialogProps) {
  const toast = useToast();
  const adding = useMutation(addTaskMutation(api));
  const { field, submit, alerts, form } = useValidatedForm(
    taskForm,
    { text: 'What you need', step: 'Step of the form' },
    async (task) => {
      await adding.mutateAsync({ id, ...task });
      onClose();
      toast({ text: `${owner} has been asked.` });
    },
    { defaultValues: { text: '', step: 'images' } },
  );
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <div className="dialog__body">
        {alerts}
        <p>{`${owner} gets an email with a link to the step, and finds it in the list and in the form until it is done.`}</p>
        <Field {...field('text')} required hint="Such as ‘Photos of the rear, please.’">
          {(control) => <textarea {...control} rows={3} />}
        </Field>
        <SelectField {...field('step')} required options={STEP_NAMES.map((name) => [name, STEP_TITLES[name]])} />
      </div>
      <DialogActions submitLabel="Ask the owner" busy={form.formState.isSubmitting} onCancel={onClose} />
    </form>
  );
}
