import type { z } from 'zod';
import { isConflict } from '../../platform/http/contract.ts';
import { Dialog } from '../Dialog.tsx';
import { DialogActions } from '../DialogActions.tsx';
import { Field } from '../Field.tsx';
import { useToast } from '../toasts.tsx';
import { useValidatedForm } from '../useValidatedForm.tsx';

/** A text that others start from. */
export interface TextTemplate extends TemplateValues {
  readonly id: string;
  readonly version: number;
}

interface TemplateValues {
  readonly name: string;
  readonly text: string;
}

interface TemplateFormProps {
  readonly schema: z.ZodType<TemplateValues, TemplateValues>;
  /** Adds a template if none is given. */
  readonly onSave: (values: TemplateValues, template: TextTemplate | undefined) => Promise<unknown>;
  /** Loads the templates again, as somebody else has saved them. */
  readonly refresh: () => Promise<unknown>;
  readonly nameHint?: string;
  readonly textHint?: string;
}

export interface TemplateDialogProps extends TemplateFormProps {
  /** The template to change, in its latest version; undefined to add one. */
  readonly template: TextTemplate | undefined;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Adds or changes a template. */
export function TemplateDialog(props: TemplateDialogProps) {
  const { template, open, onClose } = props;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={template ? `Change “${template.name}”` : 'Add a template'}
      staysOnBackdropClick
    >
      <TemplateForm {...props} />
    </Dialog>
  );
}

function TemplateForm({ schema, template, onSave, refresh, nameHint, textHint, onClose }: TemplateDialogProps) {
  const toast = useToast();
  const { field, submit, alerts, form } = useValidatedForm<TemplateValues, TemplateValues>(
    schema,
    { name: 'Name', text: 'Text' },
    async (values) => {
      try {
        await onSave(values, template);
      } catch (error) {
        // The list shows what somebody else has saved; the form keeps what was typed, and can be saved after a look at it.
        if (isConflict(error)) await refresh();
        throw error;
      }
      onClose();
      toast({ text: `“${values.name}” has been saved.` });
    },
    { defaultValues: { name: template?.name ?? '', text: template?.text ?? '' } },
  );
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <div className="dialog__body">
        {alerts}
        <Field {...field('name')} required hint={nameHint}>
          {(control) => <input {...control} type="text" autoComplete="off" />}
        </Field>
        <Field {...field('text')} required hint={textHint}>
          {(control) => <textarea {...control} rows={7} />}
        </Field>
      </div>
      <DialogActions submitLabel={template ? 'Save' : 'Add'} busy={form.formState.isSubmitting} onCancel={onClose} />
    </form>
  );
}
