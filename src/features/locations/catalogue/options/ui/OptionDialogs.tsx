import { useMutation, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { Api } from '../../../../../platform/http/contract.ts';
import { ConfirmDialog } from '../../../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../../../ui/Dialog.tsx';
import { ErrorDialog } from '../../../../../ui/ErrorDialog.tsx';
import { DialogActions } from '../../../../../ui/DialogActions.tsx';
import { Field } from '../../../../../ui/Field.tsx';
import { useValidatedForm } from '../../../../../ui/useValidatedForm.tsx';
import { useToast } from '../../../../../ui/toasts.tsx';
import { addOptionMutation, deleteOptionMutation, renameOptionMutation, optionUseQuery } from '../client.ts';
import { type ListedOption, optionName } from '../schema.ts';
import { type FacetField, getFactLabel } from '../../schema.ts';
import { formatLocationsHave, hasBeenDeleted, isInUse, officeInUse, optionIsNow } from '../messages.ts';

/** Adds or renames an option. */
export function NameOptionDialog(props: {
  api: Api;
  field: FacetField;
  /** The option to rename; undefined to add one. */
  option: ListedOption | undefined;
  open: boolean;
  onClose: () => void;
}) {
  const { field, option, open, onClose } = props;
  return (
    <Dialog open={open} onClose={onClose} title={option ? `Rename “${option.name}”` : `Add to ${getFactLabel(field)}`}>
      <NameForm {...props} />
    </Dialog>
  );
}

const nameForm = z.object({ name: optionName });

function NameForm(props: { api: Api; field: FacetField; option: ListedOption | undefined; onClose: () => void }) {
  const { api, field: list, option, onClose } = props;
  const toast = useToast();
  const adding = useMutation(addOptionMutation(api));
  const renaming = useMutation(renameOptionMutation(api));
  const { field, submit, alerts, form } = useValidatedForm(
    nameForm,
    { name: 'Name' },
    async ({ name }) => {
      if (option) await renaming.mutateAsync({ id: option.id, was: option.name, name });
      else await adding.mutateAsync({ field: list, name });
      onClose();
      toast({ text: option ? optionIsNow(option.name, name) : `“${name}” has been added.` });
    },
    { defaultValues: { name: option?.name ?? '' } },
  );
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <div className="dialog__body">
        {alerts}
        {option && <p>Every location that has it shows the new name immediately, and can be found by it.</p>}
        <Field {...field('name')} required>
          {(control) => <input {...control} type="text" />}
        </Field>
      </div>
      <DialogActions submitLabel={option ? 'Rename' : 'Add'} busy={form.formState.isSubmitting} onCancel={onClose} />
    </form>
  );
}

/** Deletes an option that no location has; otherwise shows the number of locations. */
export function DeleteOptionDialog(props: { api: Api; option: ListedOption | undefined; onClose: () => void }) {
  const { api, option, onClose } = props;
  const toast = useToast();
  const deleting = useMutation(deleteOptionMutation(api));
  const use = useQuery({ ...optionUseQuery(api, option?.id ?? 0), enabled: option !== undefined });
  const { locations, accounts = 0 } = (option && !use.isFetching && use.data) || {};
  if (option && locations !== undefined && locations > 0) {
    return (
      <ErrorDialog open onClose={onClose} title={isInUse(option.name)}>
        {formatLocationsHave(locations)} it. Only options that no location has can be deleted: give them another option
        first, or rename this one.
      </ErrorDialog>
    );
  }
  if (option && accounts > 0) {
    return (
      <ErrorDialog open onClose={onClose} title={isInUse(option.name)}>
        {officeInUse(option.name, accounts)}
      </ErrorDialog>
    );
  }
  return (
    <ConfirmDialog
      open={option !== undefined && (locations === 0 || use.isError)}
      onClose={onClose}
      title={`Delete “${option?.name ?? ''}”?`}
      confirmLabel="Delete option"
      onConfirm={async () => {
        if (!option) return;
        await deleting.mutateAsync({ id: option.id });
        toast({ text: hasBeenDeleted(option.name) });
      }}
    >
      <p>No location uses this option. After you delete it, it can no longer be chosen.</p>
    </ConfirmDialog>
  );
}
