import { useState } from 'react';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../ui/DialogActions.tsx';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { downloadFile } from '../../../../ui/download-file.ts';
import type { ListRequest } from '../../admin-list/client.ts';
import { exportSelection } from '../contract.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../schema.ts';
import type { toSelection } from './to-selection.ts';
import './bulk-changes.css';

const FORMATS: Readonly<Record<ExportFormat, readonly [name: string, use: string]>> = {
  csv: ['CSV', 'for spreadsheets'],
  geojson: ['GeoJSON', 'for maps and geographic information systems'],
  kml: ['KML', 'for Google Earth and other map programs'],
};

interface ExportDialogProps {
  readonly api: Api;
  readonly count: number;
  readonly input: { readonly selection: ReturnType<typeof toSelection>; readonly sort: ListRequest['sort'] };
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Downloads the selected locations as a file. */
export default function ExportDialog(props: ExportDialogProps) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title={`Export ${formatCount(props.count, 'location')}`}>
      <ExportForm {...props} />
    </Dialog>
  );
}

function ExportForm({ api, input, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  const download = async () => {
    setState({ busy: true });
    try {
      downloadFile(await api(exportSelection, { ...input, format }));
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
        <p className="muted small">
          The file has all fields, internal ones and contact details included, and the exact positions. Give it only to
          colleagues who may see these locations here.
        </p>
        <fieldset className="bulk-form__group">
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
