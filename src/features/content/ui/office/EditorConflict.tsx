import ChangesDialog from '../../../../ui/ChangesDialog.tsx';
import ConflictDialog from '../../../../ui/ConflictDialog.tsx';
import type { Fields } from '../../editing/merge.ts';
import type { Editor } from './useContentEditor.ts';
import { NOTHING_PUBLISHED } from '../../../locations/messages.ts';

/** Asks which value stays of each part that was changed here and by somebody else. */
export function EditorConflict<Content extends Fields>(props: {
  labels: Readonly<Record<string, string>>;
  conflict: NonNullable<Editor<Content>['conflict']>;
  editor: Editor<Content>;
}) {
  const { labels, conflict, editor } = props;
  const conflicts = conflict.fields.map((name) => ({
    name,
    label: labels[name] ?? name,
    mine: inWords(conflict.mine[name]) || 'Nothing',
    theirs: inWords(conflict.theirs[name]) || 'Nothing',
  }));
  return <ConflictDialog conflicts={conflicts} open onClose={editor.decideLater} onChoose={editor.decide} />;
}

/** Shows what somebody else has saved of something that was about to be published. */
export function EditorChanges<Content extends Fields>(props: {
  labels: Readonly<Record<string, string>>;
  unseen: NonNullable<Editor<Content>['unseen']>;
  editor: Editor<Content>;
}) {
  const { labels, unseen, editor } = props;
  const changes = unseen.fields.map((name) => ({
    label: labels[name] ?? name,
    before: inWords(unseen.seen[name]) || 'Nothing',
    now: inWords(unseen.now[name]) || 'Nothing',
  }));
  return (
    <ChangesDialog
      changes={changes}
      confirmLabel="Publish"
      notDone={NOTHING_PUBLISHED}
      open
      onClose={editor.look}
      onConfirm={() => void editor.publish()}
    />
  );
}

/** Its words one after the other, without the marks of HTML and without what only machines read. */
function inWords(value: unknown): string {
  if (typeof value === 'string')
    return value
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  if (typeof value !== 'object' || value === null) return '';
  const read = Object.entries(value).filter(([key]) => !['sha256', 'placeholder', 'focal'].includes(key));
  return read
    .map(([, inside]) => inWords(inside))
    .filter(Boolean)
    .join('; ');
}
