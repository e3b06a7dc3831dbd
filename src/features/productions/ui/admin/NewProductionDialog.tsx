import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import type { Api } from '../../../../platform/http/contract.ts';
import { Dialog, markInitialFocus } from '../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../ui/DialogActions.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { addMutation } from '../../client.ts';
import { NAME_LENGTH, type Production, productionFields } from '../../schema.ts';
import '../../../../ui/form.css';

const form = z.object({ title: productionFields.shape.title });
const LABELS = { title: 'Title' } as const;

/** Adds a production. Everything else is entered on its page. */
export default function NewProductionDialog(props: {
  api: Api;
  open: boolean;
  onClose: () => void;
  onAdded: (production: Production) => void;
}) {
  const { open, onClose } = props;
  return (
    <Dialog open={open} onClose={onClose} title="Add production">
      <NewProductionForm {...props} />
    </Dialog>
  );
}

function NewProductionForm(props: { api: Api; onClose: () => void; onAdded: (production: Production) => void }) {
  const { api, onClose, onAdded } = props;
  const add = useMutation(addMutation(api));
  const toast = useToast();
  const {
    form: { formState },
    submit,
    field,
    alerts,
  } = useValidatedForm(
    form,
    LABELS,
    async (checked) => {
      const { message, production } = await add.mutateAsync(checked);
      toast({ text: message });
      onClose();
      onAdded(production);
    },
    { defaultValues: { title: '' } },
  );
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      {alerts}
      <Field {...field('title')} hint="A working title is enough. You can set an embargo and a code name next.">
        {({ ref, ...control }) => (
          <input
            {...control}
            ref={(input) => {
              ref(input);
              markInitialFocus(input);
            }}
            maxLength={NAME_LENGTH}
            autoComplete="off"
          />
        )}
      </Field>
      <DialogActions busy={formState.isSubmitting} submitLabel="Add production" onCancel={onClose} />
    </form>
  );
}
