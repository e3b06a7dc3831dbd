import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { ErrorSummary, ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { Eye } from '../../../../ui/icons.tsx';
import { UnsavedChangesDialog } from '../../../../ui/record/UnsavedChangesDialog.tsx';
import { RecordBar, RecordTitle } from '../../../../ui/record/RecordHeader.tsx';
import { SaveBar } from '../../../../ui/record/SaveBar.tsx';
import type { Fields } from '../../editing/merge.ts';
import type { EditedPage } from '../../editing/schema.ts';
import { EditorConflict } from './EditorConflict.tsx';
import { SavedBy, PublishingState } from './PublishingState.tsx';
import { EditorFields, getFieldId } from './fields.tsx';
import type { Editor } from './useContentEditor.ts';
import './editor.css';

const FORM = 'content-form';

/**
 * Layout of an editor of content: buttons for preview, publishing and discarding, errors, the fields and the save bar.
 * @param props.labels of the top-level fields
 * @param props.actions further buttons
 */
export function EditorLayout<Content extends Fields>(props: {
  title: string;
  facts?: ReactNode;
  labels: Readonly<Record<string, string>>;
  editor: Editor<Content>;
  edited: Pick<EditedPage, 'name' | 'savedAt' | 'savedBy'>;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { title, facts, labels, editor, edited, actions, children } = props;
  const { server, problems, failure, busy } = editor;
  const [discarding, setDiscarding] = useState(false);
  const hasDraft = server.draft !== null;
  const canPublish = (hasDraft || editor.unsaved.length > 0) && !busy;
  const isNew = server.published === null;
  const preview = `/admin/content/${edited.name}/preview`;
  return (
    <main id="content" tabIndex={-1} className="record-page editor">
      <RecordBar back={{ href: '/admin/content', label: 'Back to content' }}>
        <a
          className="button button--compact"
          href={preview}
          onClick={(event) => {
            // The preview shows the saved draft, so unsaved changes are saved first.
            if (editor.unsaved.length === 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            void editor.saveAndGo(preview);
          }}
        >
          <Eye small />
          Preview
        </a>
        <a className="button button--compact" href={`/admin/content/${edited.name}/history`}>
          History
        </a>
        {actions}
        {hasDraft && !isNew && (
          <button type="button" className="button button--compact" onClick={() => setDiscarding(true)}>
            Discard draft
          </button>
        )}
        <button
          type="button"
          className="button button--compact"
          aria-disabled={!canPublish}
          onClick={() => canPublish && void editor.publish()}
        >
          Publish
        </button>
      </RecordBar>
      <RecordTitle title={title}>
        <PublishingState published={!isNew} draftAt={hasDraft ? '' : null} />
        {facts}
        <SavedBy {...edited} />
      </RecordTitle>
      <form
        id={FORM}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void editor.save();
        }}
      >
        {failure !== undefined && (
          <div className="editor__alerts">
            {Object.keys(problems).length === 0 && <ErrorAlert message={failure} />}
            <ErrorSummary labels={toFieldNames(problems, labels)} messages={problems} onChoose={focusField} />
          </div>
        )}
        <EditorFields form={editor}>{children}</EditorFields>
      </form>
      <SaveBar
        form={FORM}
        unsaved={editor.unsaved.map((field) => labels[field] ?? field)}
        saving={busy}
        onReset={editor.reset}
      />
      <UnsavedChangesDialog unsaved={editor.isUnsaved} />
      <ConfirmDialog
        open={discarding}
        onClose={() => setDiscarding(false)}
        title="Discard the draft?"
        confirmLabel="Discard draft"
        onConfirm={editor.discard}
      >
        <p>All changes since it was last published will be deleted. The public version does not change.</p>
      </ConfirmDialog>
      <EditorConflict labels={labels} editor={editor} />
    </main>
  );
}

/** Maps the paths of errors to names for the error summary: the label of the top-level field, and the position in a list. */
function toFieldNames(problems: Readonly<Record<string, string>>, labels: Readonly<Record<string, string>>) {
  const name = (path: string) => {
    const [field = '', ...inside] = path.split('.');
    const index = inside.find((key) => /^\d+$/.test(key));
    return `${labels[field] ?? field}${index === undefined ? '' : ` ${Number(index) + 1}`}`;
  };
  return Object.fromEntries(Object.keys(problems).map((path) => [path, name(path)]));
}

/** Focuses a field, and opens the section that contains it. */
function focusField(path: string): void {
  const field = document.getElementById(getFieldId(path));
  const section = field?.closest('details');
  if (section) section.open = true;
  field?.focus();
}
