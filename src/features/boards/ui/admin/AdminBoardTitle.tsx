import { useEffect, useState } from 'react';
import { RECORD_SAVED } from '../../../../platform/text/common-messages.ts';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { z } from 'zod';
import type { Api } from '../../../../platform/http/contract.ts';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { FieldConflict } from '../../../../ui/FieldConflict.tsx';
import { UnsavedChangesDialog } from '../../../../ui/record/UnsavedChangesDialog.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { updateBoardMutation } from '../../client.ts';
import { type BoardView, boardTitle } from '../../schema.ts';

const titleForm = z.object({ title: boardTitle });
type TitleFormValues = z.output<typeof titleForm>;

/** Form for the title of a board, unless it is archived. */
export function AdminBoardTitle({ api, board }: { api: Api; board: BoardView }) {
  const router = useRouter();
  const toast = useToast();
  const update = useMutation(updateBoardMutation(api));
  const [base, setBase] = useState(board.title);
  const { form, submit, field, alerts } = useValidatedForm<TitleFormValues, TitleFormValues>(
    titleForm,
    { title: 'Title' },
    async ({ title }, { reset }) => {
      const saved = await update.mutateAsync({ id: board.id, title, baseTitle: base });
      setBase(saved.title);
      reset({ title: saved.title });
      // The loader sets the document title.
      await router.invalidate();
      toast({ text: RECORD_SAVED });
    },
    { defaultValues: { title: board.title }, mode: 'onSubmit' },
  );
  const { isDirty, isSubmitting, defaultValues } = form.formState;
  if (!isDirty && base !== board.title) setBase(board.title);
  const { reset } = form;
  // On mount it would discard what was typed before.
  const isOutdated = !isDirty && defaultValues?.title !== board.title;
  useEffect(() => {
    if (isOutdated) reset({ title: board.title });
  }, [board.title, isOutdated, reset]);
  if (!board.rights.change) return null;
  return (
    <form className="form admin-board-title" method="post" noValidate onSubmit={submit}>
      {alerts}
      <div className="admin-board-title__line">
        <Field {...field('title')} required>
          {(control) => <input {...control} type="text" autoComplete="off" defaultValue={board.title} />}
        </Field>
        <button
          type="submit"
          className={`button button--compact ${isDirty ? 'button--primary' : ''}`}
          aria-disabled={isSubmitting}
        >
          Save
        </button>
      </div>
      <FieldConflict
        form={form}
        name="title"
        label="Title"
        base={base}
        present={board.title}
        onChosen={() => setBase(board.title)}
      />
      {isDirty && <p className="admin-board-title__note">Unsaved changes</p>}
      <UnsavedChangesDialog unsaved={() => isDirty && !isSubmitting} />
    </form>
  );
}
