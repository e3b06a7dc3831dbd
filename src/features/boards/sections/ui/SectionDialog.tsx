import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { CharacterCount } from '../../../../ui/CharacterCount.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../ui/DialogActions.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { SelectField } from '../../../../ui/SelectField.tsx';
import { FieldConflict } from '../../../../ui/FieldConflict.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import {
  type BoardLocation,
  type BoardSection,
  type BoardView,
  MAX_SECTION_NOTES_LENGTH,
  getTitle,
  sectionNotes,
  sectionTitle,
} from '../../schema.ts';
import { formatSection } from '../format-section.ts';
import { addSectionMutation, deleteSectionMutation, moveLocationsMutation, updateSectionMutation } from '../client.ts';
import { ADD_SECTION_ID, type SectionRequest, getItemMenuId } from './SectionMenu.tsx';
import '../../../../ui/form.css';

interface Props {
  readonly api: Api;
  readonly board: BoardView;
  /** The last request. */
  readonly request: SectionRequest;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The dialogs that add, change and delete sections, and move locations into them. */
export default function SectionDialog(props: Props) {
  const { api, board, request, open, onClose } = props;
  const deletion = useMutation(deleteSectionMutation(api));
  const focusById = useFocusById();
  const toast = useToast();
  if (request.type === 'delete') {
    const { section } = request;
    const remove = async () => {
      await deletion.mutateAsync({ id: board.id, sectionId: section.id });
      focusById(ADD_SECTION_ID);
      toast({ text: `‘${section.title}’ was deleted.` });
    };
    return (
      <ConfirmDialog
        open={open}
        onClose={onClose}
        title="Delete section?"
        confirmLabel="Delete section"
        onConfirm={remove}
      >
        <p>
          ‘{section.title}’ will be deleted for ever{section.notes && ', with its notes'}.
          {section.count > 0 && ` Its ${formatCount(section.count, 'location')} will stay on the board.`}
        </p>
      </ConfirmDialog>
    );
  }
  if (request.type === 'move') {
    const { items } = request;
    const focusFirst = () => {
      const id = getItemMenuId(items[0]?.id ?? '');
      // It may be on another page now.
      focusById(document.getElementById(id) ? id : ADD_SECTION_ID);
    };
    return (
      <Dialog open={open} onClose={onClose} title="Move to section">
        <MoveForm {...props} items={items} onMoved={focusFirst} />
      </Dialog>
    );
  }
  return (
    <Dialog open={open} onClose={onClose} title={request.type === 'add' ? 'Add section' : 'Edit section'}>
      <SectionForm {...props} section={request.type === 'edit' ? request.section : null} />
    </Dialog>
  );
}

const sectionForm = z.object({ title: sectionTitle, notes: sectionNotes });

function SectionForm({ api, board, section, onClose }: Props & { section: BoardSection | null }) {
  const addition = useMutation(addSectionMutation(api));
  const update = useMutation(updateSectionMutation(api));
  const [base, setBase] = useState({ title: section?.title ?? '', notes: section?.notes ?? '' });
  const { title: presentTitle, notes: presentNotes } = board.sections.find(({ id }) => id === section?.id) ?? base;
  const present = { title: presentTitle, notes: presentNotes ?? '' };
  const { form, submit, field, alerts } = useValidatedForm(
    sectionForm,
    { title: 'Title of the section', notes: 'Notes' },
    async (values) => {
      const { title, notes } = values;
      await (section
        ? update.mutateAsync({
            id: board.id,
            sectionId: section.id,
            // Somebody else may have changed the other fields.
            ...(title !== base.title && { title, baseTitle: base.title }),
            ...(notes !== base.notes && { notes, baseNotes: base.notes }),
          })
        : addition.mutateAsync({ ...values, id: board.id }));
      onClose();
    },
    { defaultValues: base },
  );
  const renderConflict = (name: 'title' | 'notes') => (
    <FieldConflict
      form={form}
      name={name}
      label={field(name).label}
      base={base[name]}
      present={present[name]}
      onChosen={() => setBase({ ...base, [name]: present[name] })}
    />
  );
  return (
    <form method="post" noValidate onSubmit={submit}>
      <div className="dialog__body form">
        {alerts}
        <Field {...field('title')} hint="For example, ‘Scene 12: the mill’">
          {(control) => <input {...control} autoComplete="off" />}
        </Field>
        {renderConflict('title')}
        <Field {...field('notes')}>
          {(control) => (
            <>
              <textarea {...control} rows={4} />
              <CharacterCount text={form.watch('notes')} limit={MAX_SECTION_NOTES_LENGTH} />
            </>
          )}
        </Field>
        {renderConflict('notes')}
      </div>
      <DialogActions
        submitLabel={section ? 'Save section' : 'Add section'}
        busy={form.formState.isSubmitting}
        onCancel={onClose}
      />
    </form>
  );
}

/** The choice of the locations without a section. */
const NO_SECTION = '';

function MoveForm(props: Props & { items: readonly BoardLocation[]; onMoved: () => void }) {
  const { api, board, items, onClose, onMoved } = props;
  const toast = useToast();
  const moving = useMutation(moveLocationsMutation(api));
  const [first] = items;
  const moved = items.length === 1 && first ? getTitle(first) : formatCount(items.length, 'location');
  const { form, submit, field, alerts } = useValidatedForm(
    z.object({ sectionId: z.string() }),
    { sectionId: 'Section' },
    async ({ sectionId }) => {
      const locationIds = items.map(({ id }) => id);
      await moving.mutateAsync({ id: board.id, locationIds, sectionId: sectionId === NO_SECTION ? null : sectionId });
      const section = board.sections.find(({ id }) => id === sectionId);
      onClose();
      onMoved();
      toast({ text: `${moved} moved to ${formatSection(section)}.` });
    },
    { defaultValues: { sectionId: first?.section_id ?? NO_SECTION } },
  );
  return (
    <form method="post" noValidate onSubmit={submit}>
      <div className="dialog__body form">
        {alerts}
        <p>{moved}</p>
        <SelectField
          {...field('sectionId')}
          options={[[NO_SECTION, 'No section'], ...board.sections.map(({ id, title }) => [id, title] as const)]}
        />
      </div>
      <DialogActions submitLabel="Move" busy={form.formState.isSubmitting} onCancel={onClose} />
    </form>
  );
}
