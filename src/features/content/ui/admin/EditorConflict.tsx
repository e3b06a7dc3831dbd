import StaleDataDialog from '../../../../ui/StaleDataDialog.tsx';
import ConflictDialog from '../../../../ui/ConflictDialog.tsx';
import type { Fields } from '../../editing/merge.ts';
import type { Editor } from './useContentEditor.ts';
import { NOTHING_PUBLISHED } from '../../../../platform/text/common-messages.ts';

/**
 * Lets the user choose a value for each field that both they and somebody else have changed, and shows the changes that somebody else
 * has saved since, before they are published.
 */
export function EditorConflict<Content extends Fields>(props: {
  labels: Readonly<Record<string, string>>;
  editor: Editor<Content>;
}) {
  const { conflict, remoteChanges, resolveConflict, closeConflict, closeRemoteChanges, publish } = props.editor;
  const getLabel = (name: string) => props.labels[name] ?? name;
  if (conflict) {
    const { mine, theirs, fields } = conflict;
    const conflicts = fields.map((name) => {
      return { name, label: getLabel(name), mine: formatValue(mine[name]), theirs: formatValue(theirs[name]) };
    });
    return <ConflictDialog conflicts={conflicts} open onClose={closeConflict} onChoose={resolveConflict} />;
  }
  if (!remoteChanges) return null;
  const changes = remoteChanges.fields.map((name) => {
    return {
      label: getLabel(name),
      before: formatValue(remoteChanges.before[name]),
      now: formatValue(remoteChanges.after[name]),
    };
  });
  return (
    <StaleDataDialog
      changes={changes}
      confirmLabel="Publish"
      error={NOTHING_PUBLISHED}
      open
      onClose={closeRemoteChanges}
      onConfirm={() => void publish()}
    />
  );
}

function formatValue(value: unknown): string {
  return toPlainText(value) || 'Nothing';
}

/** Returns all texts of a value joined by semicolons, without HTML tags and technical fields. */
function toPlainText(value: unknown): string {
  if (typeof value === 'string')
    return value
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .filter(([key]) => !['sha256', 'placeholder', 'focal'].includes(key))
    .map(([, inside]) => toPlainText(inside))
    .filter(Boolean)
    .join('; ');
}
