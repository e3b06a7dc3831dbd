import { type ReactNode, useState } from 'react';
import { type DownloadedFile, getErrorMessage } from '../../../../../platform/http/contract.ts';
import { Dialog } from '../../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../../ui/DialogActions.tsx';
import { ErrorAlert } from '../../../../../ui/FormMessages.tsx';
import { downloadFile } from '../../../../../ui/download-file.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../schema.ts';
import '../../../../../ui/form.css';

const FORMATS: Readonly<Record<ExportFormat, readonly [name: string, use: string]>> = {
  csv: ['CSV', 'for spreadsheets'],
  geojson: ['GeoJSON', 'for maps and geographic information systems'],
  kml: ['KML', 'for Google Earth and other map programs'],
  gpx: ['GPX', 'for navigation devices and map apps, without locations that have no position'],
};

interface ExportDialogProps {
  readonly title: string;
  /** The contents of the file. */
  readonly children: ReactNode;
  readonly fetchFile: (format: ExportFormat) => Promise<DownloadedFile>;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Downloads locations as a file in a format of the user's choice. */
export default function ExportDialog(props: ExportDialogProps) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title={props.title}>
      <ExportForm {...props} />
    </Dialog>
  );
}

function ExportForm({ children, fetchFile, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  const download = async () => {
    setState({ busy: true });
    try {
      downloadFile(await fetchFile(format));
      onClose();
    } catch (error) {
      setState({ busy: false, error });
    }
  };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!state.busy) void download();
      }}
    >
      <div className="dialog__body">
        {state.error !== undefined && <ErrorAlert message={getErrorMessage(state.error)} />}
        <p className="muted small">{children}</p>
        <fieldset className="form__options">
          <legend>Format</legend>
          {EXPORT_FORMATS.map((name) => (
            <label key={name} className="checkbox-row checkbox-row--compact">
              <input type="radio" name="format" checked={format === name} onChange={() => setFormat(name)} />
              <span>
                {FORMATS[name][0]} <span className="muted">{FORMATS[name][1]}</span>
              </span>
            </label>
          ))}
        </fieldset>
      </div>
      <DialogActions submitLabel={state.busy ? 'Exporting…' : 'Export'} busy={state.busy} onCancel={onClose} />
    </form>
  );
}
