import ChangesDialog from '../../../../ui/ChangesDialog.tsx';
import ConflictDialog from '../../../../ui/ConflictDialog.tsx';
import type { Fields } from '../../editing/merge.ts';
import type { Editor } from './useContentEditor.ts';
import { NOTHING_PUBLISHED } from '../../../locations/messages.ts';

/** Lets the user choose a value for each field that both they and somebody else have changed. */
export function EditorConflict<Content extends Fields>(props: {
  labels: Readonly<Record<string, string>>;
  conflict: NonNullable<Editor<Content>['conflict']>;
  editor: Editor<Content>;
}) {
  const { labels, conflict, editor } = props;
  const conflicts = conflict.fields.map((name) => ({
    name,
    label: labels[name] ?? name,
    mine: toPlainText(conflict.mine[name]) || 'Nothing',
    theirs: toPlainText(conflict.theirs[name]) || 'Nothing',
  }));
  return <ConflictDialog conflicts={conflicts} open onClose={editor.decideLater} onChoose={editor.decide} />;
}

/** Shows the changes that somebody else has saved since, before they are published. */
export function EditorChanges<Content extends Fields>(props: {
  labels: Readonly<Record<string, string>>;
  unseen: NonNullable<Editor<Content>['unseen']>;
  editor: Editor<Content>;
}) {
  const { labels, unseen, editor } = props;
  const changes = unseen.fields.map((name) => ({
    label: labels[name] ?? name,
    before: toPlainText(unseen.before[name]) || 'Nothing',
    now: toPlainText(unseen.after[name]) || 'Nothing',
  }));
  return (
    <ChangesDialog
      changes={changes}
      confirmLabel="Publish"
      notDone={NOTHING_PUBLISHED}
      open
      onClose={editor.closeUnseen}
      onConfirm={() => void editor.publish()}
    />
  );
}

/** Returns all texts of a value joined by semicolons, without HTML tags and technical fields. */
function toPlainText(value: unknown): string {
  if (typeof value === 'string')
    return value
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  if (typeof value !== 'object' || value === null) return '';
  const read = Object.entries(value).filter(([key]) => !['sha256', 'placeholder', 'focal'].includes(key));
  return read
    .map(([, inside]) => toPlainText(inside))
    .filter(Boolean)
    .join('; ');
}
