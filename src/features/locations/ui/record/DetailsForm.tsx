import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react';
import { ErrorDialog } from '../../../../ui/ErrorDialog.tsx';
import { getErrorMessage } from '../../../../platform/http/contract.ts';
import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import { SaveBar } from '../../../../ui/record/SaveBar.tsx';
import { useShortcuts } from '../../../../ui/table/shortcuts.ts';
import { useToast } from '../../../../ui/toasts.tsx';
import type Dialog from '../../../../ui/ConflictDialog.tsx';
import { DetailsTab } from './DetailsTab.tsx';
import type { DecisionMessage } from './usePublishing.tsx';
import type { Saved, useRecordForm } from './useRecordForm.ts';
import { type RecordField, getLabel } from '../../fields/lookup.ts';
import { inWords } from '../../fields/values.ts';

const ConflictDialog = lazyDialog<ComponentProps<typeof Dialog<RecordField>>>(
  () => import('../../../../ui/ConflictDialog.tsx'),
);

type Marks = Pick<ReturnType<typeof useRecordForm>, 'marked' | 'seenRef'>;

const FORM_ID = 'location-details';

/** The fields of a location as a form, which is saved as a whole. */
export function DetailsForm(
  props: Omit<ComponentProps<typeof DetailsTab>, 'form'> & { editing: ReturnType<typeof useRecordForm> },
) {
  const { editing, ...shown } = props;
  const { form, unsaved, conflicts, saved } = editing;
  const toast = useToast();
  const [isSaving, setSaving] = useState(false);
  const [isComparing, setComparing] = useState(false);
  const [message, setMessage] = useState<DecisionMessage>();
  const element = useRef<HTMLFormElement>(null);

  const run = async (task: () => Promise<Saved>) => {
    if (isSaving) return;
    setSaving(true);
    try {
      const outcome = await task();
      if (outcome === 'saved') toast({ text: 'Record saved successfully' });
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
  useMarkedFields(element, editing);

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
            mine: inWords(name, form.fields[name]),
            theirs: inWords(name, saved[name]),
          }))}
          open={isComparing}
          onClose={() => setComparing(false)}
          onChoose={(theirs) => {
            setComparing(false);
            void run(() => editing.decide(theirs));
          }}
        />
      </LazyMount>
    </>
  );
}

/** Takes the keyboard to the first field that was marked, each time that some are. */
function useMarkedFields(element: React.RefObject<HTMLFormElement | null>, { marked, seenRef }: Marks): void {
  useEffect(() => {
    if (seenRef.current === marked) return undefined;
    seenRef.current = marked;
    // A dialog that has just closed gives the focus back first.
    const frame = requestAnimationFrame(() =>
      element.current?.querySelector<HTMLElement>(':is([aria-invalid="true"], .is-wrong)')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [element, marked, seenRef]);
}
