import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogActions } from '../../../ui/DialogActions.tsx';
import { Field } from '../../../ui/Field.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { useValidatedForm } from '../../../ui/useValidatedForm.tsx';
import { can } from '../../accounts/permissions.ts';
import { useUser } from '../../accounts/ui/session.ts';
import { addViewMutation, deleteViewMutation, updateViewMutation, viewsQuery } from '../client.ts';
import { SAVE_AS_NEW_VIEW } from '../messages.ts';
import { type ListView, viewName } from '../schema.ts';
import { type ViewControl, toContent } from './view-control.ts';
import { getViewPath } from './views.ts';
import '../../../ui/form.css';
import '../../../ui/checkbox.css';

export type ViewDialogName = 'save-as' | 'rename' | 'delete';

interface DialogProps {
  readonly control: ViewControl;
  readonly open: boolean;
  readonly dialog: ViewDialogName | undefined;
  /** Called after the view was deleted and its dialog closed. */
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** The dialogs of the menu of views. */
export default function ViewDialogs({ control, dialog, onDeleted, onClose }: DialogProps) {
  const { current } = control;
  return (
    <>
      <Dialog open={dialog === 'save-as'} onClose={onClose} title={SAVE_AS_NEW_VIEW}>
        <ViewForm control={control} view={undefined} onClose={onClose} />
      </Dialog>
      {current && (
        <>
          <Dialog open={dialog === 'rename'} onClose={onClose} title="Rename view">
            <ViewForm control={control} view={current} onClose={onClose} />
          </Dialog>
          <DeleteView
            control={control}
            view={current}
            open={dialog === 'delete'}
            onClose={onClose}
            onDeleted={onDeleted}
          />
        </>
      )}
    </>
  );
}

const LABELS = { name: 'Name', isTeam: 'Share with the team' } as const;
const viewForm = z.object({ name: viewName, isTeam: z.boolean() });

/** The name of a view, and whether the team has it. A new view has the content of the list as it is. */
function ViewForm(props: { control: ViewControl; view: ListView | undefined; onClose: () => void }) {
  const { control, view, onClose } = props;
  const { api, list, layout, navigate } = control;
  const user = useUser(api);
  const toast = useToast();
  const client = useQueryClient();
  const add = useMutation(addViewMutation(api, list.name));
  const update = useMutation(updateViewMutation(api, list.name));
  const addNew = async (form: z.output<typeof viewForm>) => {
    const { id, message, saved } = await add.mutateAsync({ list: list.name, ...form, content: toContent(control) });
    // The changes are in the new view; the one that they were made in is as it was saved.
    if (control.current) layout.reset?.();
    navigate(getViewPath(list.path, { id }, saved));
    return message;
  };
  const rename = async ({ id, version, isTeam: wasTeam }: ListView, { name, isTeam }: z.output<typeof viewForm>) => {
    const { message } = await update.mutateAsync({ id, version, name, ...(isTeam && !wasTeam && { isTeam }) });
    return message;
  };
  const { form, submit, field, alerts } = useValidatedForm(
    viewForm,
    LABELS,
    async (checked) => {
      try {
        toast({ text: await (view ? rename(view, checked) : addNew(checked)) });
        onClose();
      } catch (error) {
        // Somebody else may have changed or deleted the view.
        void client.invalidateQueries(viewsQuery(api, list.name));
        throw error;
      }
    },
    { defaultValues: { name: view?.name ?? '', isTeam: view?.isTeam ?? false } },
  );
  const { registration, id } = field('isTeam');
  return (
    <form method="post" noValidate onSubmit={submit}>
      <div className="dialog__body form">
        {alerts}
        <Field
          {...field('name')}
          required
          hint={view ? undefined : 'The view has the filters, the order and the columns of the list as it is now.'}
        >
          {(input) => <input {...input} autoComplete="off" maxLength={60} />}
        </Field>
        {can(user, 'list-view.edit-team', 'any') && !view?.isTeam && (
          <div className="field">
            <label className="checkbox-row checkbox-row--compact view-form__share" htmlFor={id}>
              <input type="checkbox" id={id} {...registration} aria-describedby={`${id}hint`} />
              {LABELS.isTeam}
            </label>
            <p className="field__hint" id={`${id}hint`}>
              Everybody in the team sees it and can change it; film offices that have this list can open it. You cannot
              take it back, only delete it.
            </p>
          </div>
        )}
        {view?.isTeam && <p className="muted">This view has the new name for everybody in the team.</p>}
      </div>
      <DialogActions submitLabel="Save view" busy={form.formState.isSubmitting} onCancel={onClose} />
    </form>
  );
}

function DeleteView(props: Pick<DialogProps, 'control' | 'open' | 'onDeleted' | 'onClose'> & { view: ListView }) {
  const { control, open, onDeleted, onClose, view } = props;
  const { api, list, navigate } = control;
  const toast = useToast();
  const client = useQueryClient();
  const deletion = useMutation(deleteViewMutation(api, list.name));
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Delete view?"
      confirmLabel="Delete view"
      onConfirm={async () => {
        try {
          const { message, saved } = await deletion.mutateAsync({ id: view.id, version: view.version });
          toast({ text: message });
          navigate(getViewPath(list.path, undefined, saved));
          onDeleted();
        } catch (error) {
          await client.invalidateQueries(viewsQuery(api, list.name));
          throw error;
        }
      }}
    >
      <p>
        ‘{view.name}’ will be deleted for ever
        {view.isTeam ? ', for everybody in the team, and links to it will no longer work' : ''}. The items of the list
        are not changed.
      </p>
    </ConfirmDialog>
  );
}
