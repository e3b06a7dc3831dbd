import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Api } from '../../../../platform/http/contract.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../ui/DialogActions.tsx';
import { Field, RequiredNote } from '../../../../ui/Field.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { CONTENT_KEY } from '../../editing/client.ts';
import { createPage } from '../../editing/contract.ts';

const LABELS = { title: 'Title', name: 'Address' };

/** Creates a page and opens its editor. */
export function NewPageDialog({ api, open, onClose }: { api: Api; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="New page">
      <NewPageForm api={api} onClose={onClose} />
    </Dialog>
  );
}

function NewPageForm({ api, onClose }: { api: Api; onClose: () => void }) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const { field, submit, alerts, form } = useValidatedForm(
    createPage.input,
    LABELS,
    async (page) => {
      await api(createPage, page);
      void queryClient.invalidateQueries({ queryKey: CONTENT_KEY });
      onClose();
      await router.navigate({ href: `/admin/content/${page.name}` });
    },
    { defaultValues: { title: '', name: '' } },
  );
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <div className="dialog__body">
        <p>The page is a draft until you publish it. Only the Locations Team can see drafts.</p>
        <RequiredNote />
        {alerts}
        <Field {...field('title')} required>
          {(control) => <input {...control} type="text" />}
        </Field>
        <Field
          {...field('name')}
          required
          hint="The end of the web address, after the first /, such as filming-in-winter."
        >
          {(control) => <input {...control} type="text" spellCheck={false} autoCapitalize="none" />}
        </Field>
      </div>
      <DialogActions submitLabel="Create page" busy={form.formState.isSubmitting} onCancel={onClose} />
    </form>
  );
}
