import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Api, isConflict } from '../../../../platform/http/contract.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../ui/DialogActions.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { addTemplateMutation, changeTemplateMutation, templatesQuery } from '../../review/client.ts';
import { type ReasonTemplate, templateForm } from '../../review/schema.ts';

interface TemplateDialogProps {
  readonly api: Api;
  /** The template to change; undefined to add one. */
  readonly template: ReasonTemplate | undefined;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Adds or changes a template of a reason. */
export function TemplateDialog(props: TemplateDialogProps) {
  const { template, open, onClose } = props;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={template ? `Change “${template.title}”` : 'Add a template'}
      staysOnBackdropClick
    >
      <TemplateForm {...props} />
    </Dialog>
  );
}

function TemplateForm({ api, template, onClose }: TemplateDialogProps) {
  const toast = useToast();
  const client = useQueryClient();
  const adding = useMutation(addTemplateMutation(api));
  const changing = useMutation(changeTemplateMutation(api));
  const { field, submit, alerts, form } = useValidatedForm(
    templateForm,
    { title: 'Title', text: 'Text' },
    async ({ title, text }) => {
      try {
        if (template) await changing.mutateAsync({ id: template.id, version: template.version, title, text });
        else await adding.mutateAsync({ title, text });
      } catch (error) {
        // The list shows what somebody else has saved; the form keeps what was typed.
        if (isConflict(error)) void client.invalidateQueries({ queryKey: templatesQuery(api).queryKey });
        throw error;
      }
      onClose();
      toast({ text: `“${title}” has been saved.` });
    },
    { defaultValues: { title: template?.title ?? '', text: template?.text ?? '' } },
  );
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <div className="dialog__body">
        {alerts}
        <Field {...field('title')} required hint="You choose it from a list by its title. Owners do not see it.">
          {(control) => <input {...control} type="text" />}
        </Field>
        <Field {...field('text')} required>
          {(control) => <textarea {...control} rows={5} />}
        </Field>
      </div>
      <DialogActions submitLabel={template ? 'Save' : 'Add'} busy={form.formState.isSubmitting} onCancel={onClose} />
    </form>
  );
}
