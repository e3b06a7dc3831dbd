import { useId, useState } from 'react';
import { getErrorMessage } from '../../../../platform/http/contract.ts';
import { FieldError } from '../../../../ui/Field.tsx';
import { X } from '../../../../ui/icons.tsx';
import { formatSize } from '../../../documents/schema.ts';
import { filesLeftOut } from '../../files/messages.ts';
import { ACCEPTED_FILES, type EnquiryFile, MAX_FILES, MAX_FILE_BYTES } from '../../files/schema.ts';
import '../../../../ui/file-input.css';
import './messages.css';

interface Props {
  readonly upload: (file: File) => Promise<EnquiryFile>;
  readonly label: string;
  readonly files: readonly EnquiryFile[];
  readonly onChange: (files: readonly EnquiryFile[]) => void;
  readonly onBusy: (isBusy: boolean) => void;
  readonly max?: number;
  readonly accept?: string;
  readonly hint?: string;
}

const MEGABYTES = MAX_FILE_BYTES / 1024 ** 2;

/** Uploads files as they are chosen, and lists them with buttons that remove them. */
export function FileField({ upload, label, files, onChange, onBusy, max = MAX_FILES, ...props }: Props) {
  const id = useId();
  const {
    accept = ACCEPTED_FILES,
    hint = `Up to ${max} files of ${MEGABYTES} MB: PDF, Word (.docx), JPEG, PNG, WebP.`,
  } = props;
  const [error, setError] = useState<string>();
  const [isUploading, setUploading] = useState(false);
  const add = async (chosen: readonly File[]) => {
    setError(undefined);
    setUploading(true);
    onBusy(true);
    const added = [...files];
    try {
      const room = max - files.length;
      for (const file of chosen.slice(0, room)) {
        // One at a time: the server limits the uploads of one sender.
        added.push(await upload(file));
        onChange([...added]);
      }
      if (chosen.length > room) setError(filesLeftOut(max, chosen.length - room));
    } catch (problem) {
      setError(getErrorMessage(problem));
    } finally {
      setUploading(false);
      onBusy(false);
    }
  };
  return (
    <div className="field">
      <div className="field__name">
        <label htmlFor={id}>{label}</label>
      </div>
      <p className="field__hint" id={`${id}-hint`}>
        {hint}
      </p>
      {files.length > 0 && (
        <ul className="attached-files">
          {files.map((file) => (
            <li key={file.id}>
              <button
                type="button"
                className="button button--compact"
                onClick={() => onChange(files.filter((other) => other.id !== file.id))}
              >
                <X small /> <span className="visually-hidden">Remove </span>
                {file.name} ({formatSize(file.bytes)})
              </button>
            </li>
          ))}
        </ul>
      )}
      {files.length < max && (
        <input
          id={id}
          className="input input--file"
          type="file"
          multiple={max > 1}
          accept={accept}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
          onChange={(event) => {
            const chosen = [...(event.currentTarget.files ?? [])];
            event.currentTarget.value = '';
            if (!isUploading) void add(chosen);
          }}
        />
      )}
      <div role="status">
        {isUploading && <p className="muted small">Uploading…</p>}
        {error !== undefined && <FieldError id={`${id}-error`} message={error} />}
      </div>
    </div>
  );
}
