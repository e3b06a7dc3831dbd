import { useId, useState } from 'react';
import { FieldError } from '../../../ui/Field.tsx';
import { LazyDisclosure } from '../../../ui/LazyDisclosure.tsx';
import { useFileDrop } from '../../../ui/useFileDrop.ts';
import { ENTER_TEXT, MAX_FILE_SIZE } from '../messages.ts';
import '../../../ui/file-input.css';
import '../../../ui/form.css';

/** Receives a script: chosen, dropped anywhere on the page, or pasted. */
export function ScriptSource({ onSource }: { onSource: (source: File | string) => void }) {
  const id = useId();
  const isDropping = useFileDrop(([file]) => file && onSource(file));
  return (
    <div className="script-source no-print">
      <div
        className={isDropping ? 'field script-source__file script-source__file--dropping' : 'field script-source__file'}
      >
        <label htmlFor={id}>Script</label>
        <p className="field__hint" id={`${id}-hint`}>
          PDF with text, Final Draft (.fdx), Fountain or plain text, up to {MAX_FILE_SIZE}.
          <span className="script-source__drop"> You can drop it anywhere on this page.</span>
        </p>
        <input
          id={id}
          className="input input--file"
          type="file"
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            // So that the same file can be chosen again.
            event.currentTarget.value = '';
            if (file) onSource(file);
          }}
        />
      </div>
      <LazyDisclosure summary="Paste a script or its headings">
        <PastedText onSource={onSource} />
      </LazyDisclosure>
    </div>
  );
}

function PastedText({ onSource }: { onSource: (text: string) => void }) {
  const id = useId();
  const [error, setError] = useState<string>();
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        const field = event.currentTarget.elements.namedItem('text') as HTMLTextAreaElement;
        const isEmpty = field.value.trim() === '';
        setError(isEmpty ? ENTER_TEXT : undefined);
        if (isEmpty) field.focus();
        else onSource(field.value);
      }}
    >
      <div className="field">
        <label htmlFor={id}>Text</label>
        <textarea
          id={id}
          name="text"
          className="input"
          rows={10}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
        />
        {error !== undefined && <FieldError id={`${id}-error`} message={error} />}
      </div>
      <button type="submit" className="button button--primary">
        Read
      </button>
    </form>
  );
}
