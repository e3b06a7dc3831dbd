import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { getErrorMessage } from '../../../../platform/http/contract.ts';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { refetchBoards } from '../../client.ts';
import '../../../../ui/form.css';
import '../../../../ui/file-input.css';

/**
 * A field that adds files to a location on a board, one after the other in the order in which they were chosen.
 * @param props.status what happens to those that have arrived
 * @param props.onSend rejects with an ApiError
 */
export function FileUpload(props: {
  id: string;
  label: string;
  hint: string;
  accept: string;
  status: string;
  onSend: (file: File) => Promise<unknown>;
}) {
  const { id, label, hint, accept, status: laterStatus, onSend } = props;
  const client = useQueryClient();
  const [status, setStatus] = useState('');
  const [failures, setFailures] = useState<readonly string[]>([]);
  const add = async (files: readonly File[]) => {
    setFailures([]);
    for (const [index, file] of files.entries()) {
      setStatus(`Uploading ${index + 1} of ${files.length}. Keep this tab open.`);
      try {
        // oxlint-disable-next-line no-await-in-loop -- one at a time, in the order in which they were chosen
        await onSend(file);
      } catch (error) {
        setFailures((before) => [...before, `${file.name}: ${getErrorMessage(error)}`]);
      }
      void refetchBoards(client);
    }
    setStatus('');
  };
  return (
    <div className="field recce-upload">
      <label htmlFor={id}>{label}</label>
      <p className="field__hint" id={`${id}-hint`}>
        {hint}
      </p>
      <input
        id={id}
        className="input input--file"
        type="file"
        multiple
        accept={accept}
        disabled={status !== ''}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          void add(files);
        }}
      />
      <p role="status" className="small">
        {status || laterStatus}
      </p>
      {failures.map((failure, index) => (
        <ErrorAlert key={index} message={failure} />
      ))}
    </div>
  );
}
