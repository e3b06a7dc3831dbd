import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import type { Api } from '../../../../platform/http/contract.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../ui/DialogActions.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { Plus } from '../../../../ui/icons.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { updateLocationMutation } from '../../client.ts';
import { type BoardLocation, type BoardView, getTitle } from '../../schema.ts';
import { boardTags, isSameTag, splitTags } from '../../tags/schema.ts';
import '../../../../ui/form.css';
import './tags.css';

interface Props {
  readonly api: Api;
  readonly board: BoardView;
  readonly item: BoardLocation;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The dialog that changes the tags of a location on a board. */
export default function TagsDialog(props: Props) {
  const { item, open, onClose } = props;
  return (
    <Dialog open={open} onClose={onClose} title={`Tags of ${getTitle(item)}`}>
      <TagsForm {...props} />
    </Dialog>
  );
}

/** A wrong tag is an error of the field. */
const tagsForm = z.object({
  tags: z.string().transform((text, { issues }) => {
    const { data, error } = boardTags.safeParse(splitTags(text));
    if (data) return data;
    issues.push({ code: 'custom', message: error?.issues[0]?.message ?? '', input: text });
    return z.NEVER;
  }),
});

function TagsForm({ api, board, item, onClose }: Props) {
  const update = useMutation(updateLocationMutation(api));
  const { form, submit, field, alerts } = useValidatedForm(
    tagsForm,
    { tags: 'Tags' },
    async ({ tags }) => {
      await update.mutateAsync({ id: board.id, locationId: item.id, tags });
      onClose();
    },
    { defaultValues: { tags: item.tags.join(', ') } },
  );
  const typed = splitTags(form.watch('tags')).map((tag) => tag.trim());
  const others = board.tags.filter(({ tag }) => !typed.some((other) => isSameTag(other, tag)));
  return (
    <form method="post" noValidate onSubmit={submit}>
      <div className="dialog__body form">
        {alerts}
        <Field
          {...field('tags')}
          hint="Separate them by commas. At most 10, of 30 characters each. People who see the notes see them."
        >
          {(control) => <input {...control} autoComplete="off" />}
        </Field>
        {others.length > 0 && (
          <div role="group" aria-label="Tags of this board" className="tag-suggestions">
            {others.map(({ tag }) => (
              <button
                key={tag}
                type="button"
                onClick={() => {
                  form.setValue('tags', [...typed, tag].join(', '), { shouldDirty: true });
                  form.setFocus('tags');
                }}
              >
                <Plus small />
                <span className="visually-hidden">Add </span>
                {tag}
              </button>
            ))}
          </div>
        )}
      </div>
      <DialogActions submitLabel="Save tags" busy={form.formState.isSubmitting} onCancel={onClose} />
    </form>
  );
}
