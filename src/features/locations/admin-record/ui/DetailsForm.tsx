import { RECORD_SAVED } from '../../../../platform/text/common-messages.ts';
import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react';
import { ErrorDialog } from '../../../../ui/ErrorDialog.tsx';
import { getErrorMessage } from '../../../../platform/http/contract.ts';
import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import { SaveBar } from '../../../../ui/record/SaveBar.tsx';
import { useShortcuts } from '../../../../ui/table/shortcuts.ts';
import { useToast } from '../../../../ui/toasts.tsx';
import type Dialog from '../../../../ui/ConflictDialog.tsx';
import { DetailsTab } from './DetailsTab.tsx';
import type { PublishingMessage } from './usePublishing.tsx';
import type { SaveResult, useRecordForm } from './useRecordForm.ts';
import { type RecordField, getLabel } from '../../catalogue/fields/lookup.ts';
import { formatValue } from '../../catalogue/fields/values.ts';

const ConflictDialog = lazyDialog<ComponentProps<typeof Dialog<RecordField>>>(
  () => import('../../../../ui/ConflictDialog.tsx'),
);

const FORM_ID = 'location-details';

/** The form with the fields of a location. */
export function DetailsForm(
  props: Omit<ComponentProps<typeof DetailsTab>, 'form'> & { editing: ReturnType<typeof useRecordForm> },
) {
  const { editing, ...shown } = props;
  const { form, unsaved, conflicts, saved } = editing;
  const toast = useToast();
  const [isSaving, setSaving] = useState(false);
  const [isComparing, setComparing] = useState(false);
  const [message, setMessage] = useState<PublishingMessage>();
  const element = useRef<HTMLFormElement>(null);

  const run = async (task: () => Promise<SaveResult>) => {
    if (isSaving) return;
    setSaving(true);
    try {
      const outcome = await task();
      if (outcome === 'saved') toast({ text: RECORD_SAVED });
      if (outcome === 'conflict') setComparing(true);
    } catch (error) {
      setMessage({ title: 'Error', message: getErrorMessage(error) });
    } finally {
      setSaving(false);
    }
  };
  const save = () => {
    if (unsaved.length > 0) void run(editing.save);
  };
  useShortcuts([{ key: 'Ctrl+S', label: 'Save', action: save }]);
  useFocusOnInvalidField(element, editing);

  return (
    <>
      <form
        ref={element}
        id={FORM_ID}
        className="record-form"
        method="post"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          save();
        }}
      >
        <DetailsTab {...shown} form={form} />
        <SaveBar
          form={FORM_ID}
          unsaved={unsaved.map((field) => getLabel(field))}
          saving={isSaving}
          onReset={editing.reset}
        />
      </form>
      <ErrorDialog open={message !== undefined} onClose={() => setMessage(undefined)} title={message?.title}>
        {message?.message}
      </ErrorDialog>
      <LazyMount isWanted={isComparing}>
        <ConflictDialog
          conflicts={conflicts.map((name) => ({
            name,
            label: getLabel(name),
            mine: formatValue(name, form.fields[name]),
            theirs: formatValue(name, saved[name]),
          }))}
          open={isComparing}
          onClose={() => setComparing(false)}
          onChoose={(theirs) => {
            setComparing(false);
            void run(() => editing.resolveConflicts(theirs));
          }}
        />
      </LazyMount>
    </>
  );
}

/** Focuses the first invalid field each time that fields are marked as invalid. */
function useFocusOnInvalidField(
  element: React.RefObject<HTMLFormElement | null>,
  { marked, focusedRef }: ReturnType<typeof useRecordForm>,
): void {
  useEffect(() => {
    if (focusedRef.current === marked) return undefined;
    focusedRef.current = marked;
    // A dialog that has just closed restores the focus first.
    const frame = requestAnimationFrame(() =>
      element.current?.querySelector<HTMLElement>(':is([aria-invalid="true"], .is-invalid)')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [element, marked, focusedRef]);
}
