import { useState } from 'react';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { Bin, Pencil, Plus } from '../icons.tsx';
import { RecordBar, RecordTitle } from '../record/RecordHeader.tsx';
import { useToast } from '../toasts.tsx';
import { useFocusById } from '../useFocusById.ts';
import { TemplateDialog, type TemplateDialogProps, type TextTemplate } from './TemplateDialog.tsx';
import './templates.css';

/** Gets the focus after a template is deleted. */
const ADD_ID = 'add-template';

type OpenDialog = { readonly action: 'add' } | { readonly action: 'change' | 'delete'; readonly id: string };

/** A page of the back office with the texts that the team uses again and again. */
export function TemplatesPage(
  props: {
    readonly back: { readonly href: string; readonly label: string };
    readonly title: string;
    /** Purpose of the templates. */
    readonly description: string;
    readonly templates: readonly TextTemplate[];
    /** Which texts to add: advice while there are none. */
    readonly whenEmpty: string;
    readonly onDelete: (template: TextTemplate) => Promise<unknown>;
    /** Note on what deleting a template leaves unchanged. */
    readonly deletionNote: string;
  } & Pick<TemplateDialogProps, 'schema' | 'onSave' | 'refresh' | 'nameHint' | 'textHint'>,
) {
  const { back, title, description, templates, whenEmpty, onDelete, deletionNote, ...form } = props;
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const focusById = useFocusById();
  const toast = useToast();
  const close = () => setOpenDialog(undefined);
  const find = (action: 'change' | 'delete') =>
    openDialog?.action === action ? templates.find(({ id }) => id === openDialog.id) : undefined;
  const changed = find('change');
  const deleted = find('delete');
  return (
    <main id="content" tabIndex={-1} className="record-page">
      <RecordBar back={back}>
        <button
          type="button"
          id={ADD_ID}
          className="button button--compact"
          onClick={() => setOpenDialog({ action: 'add' })}
        >
          <Plus small />
          Add a template
        </button>
      </RecordBar>
      <RecordTitle title={title}>
        <span>{description}</span>
      </RecordTitle>
      <TemplateList templates={templates} onOpen={(action, { id }) => setOpenDialog({ action, id })} />
      {templates.length === 0 && <p className="muted text-templates__empty">There are no templates yet. {whenEmpty}</p>}
      <TemplateDialog
        {...form}
        template={changed}
        open={openDialog?.action === 'add' || changed !== undefined}
        onClose={close}
      />
      <ConfirmDialog
        open={deleted !== undefined}
        onClose={close}
        title={`Delete “${deleted?.name ?? ''}”?`}
        confirmLabel="Delete template"
        onConfirm={async () => {
          if (!deleted) return;
          await onDelete(deleted);
          toast({ text: `Template “${deleted.name}” has been deleted.` });
          focusById(ADD_ID);
        }}
      >
        <p>{deletionNote}</p>
      </ConfirmDialog>
    </main>
  );
}

function TemplateList(props: {
  templates: readonly TextTemplate[];
  onOpen: (action: 'change' | 'delete', template: TextTemplate) => void;
}) {
  const { templates, onOpen } = props;
  if (templates.length === 0) return null;
  return (
    <ul className="text-templates">
      {templates.map((template) => (
        <li key={template.id}>
          <div>
            <h2>{template.name}</h2>
            <p>{template.text}</p>
          </div>
          <button
            type="button"
            className="icon-button"
            aria-label={`Change ${template.name}`}
            onClick={() => onOpen('change', template)}
          >
            <Pencil />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={`Delete ${template.name}`}
            onClick={() => onOpen('delete', template)}
          >
            <Bin />
          </button>
        </li>
      ))}
    </ul>
  );
}
