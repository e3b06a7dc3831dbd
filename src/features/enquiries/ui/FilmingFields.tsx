import { Field } from '../../../ui/Field.tsx';
import {
  type CheckedLocation,
  type FindConflicts,
  LocationConflicts,
} from '../../availability/ui/LocationConflicts.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import type { FormFieldProps } from '../../../ui/useValidatedForm.tsx';
import type { EnquiryFile } from '../files/schema.ts';
import { SEND_ANYWAY } from '../messages.ts';
import { PRODUCTION_KINDS, PRODUCTION_KIND_NAMES } from '../schema.ts';
import { FileField } from './thread/FileField.tsx';

interface Props {
  readonly field: (name: 'filming_from' | 'filming_to' | 'crew_size' | 'production_kind') => FormFieldProps;
  readonly files: readonly EnquiryFile[];
  readonly uploadFile: (file: File) => Promise<EnquiryFile>;
  readonly onFiles: (files: readonly EnquiryFile[]) => void;
  readonly onBusy: (isBusy: boolean) => void;
  /** The days that are typed. */
  readonly days: { readonly from: string | undefined; readonly to: string | undefined };
  readonly locations: readonly CheckedLocation[];
  readonly findConflicts: FindConflicts;
}

/** The optional fields of the enquiry form: dates, crew size, kind of production, brief. */
export default function FilmingFields(props: Props) {
  const { field, files, uploadFile, onFiles, onBusy, days, locations, findConflicts } = props;
  return (
    <>
      <div className="two">
        <Field {...field('filming_from')}>{(control) => <input {...control} type="date" />}</Field>
        <Field {...field('filming_to')}>{(control) => <input {...control} type="date" />}</Field>
      </div>
      <LocationConflicts locations={locations} {...days} find={findConflicts} advice={SEND_ANYWAY} />
      <div className="two">
        <Field {...field('crew_size')}>
          {(control) => <input {...control} inputMode="numeric" autoComplete="off" />}
        </Field>
        <SelectField
          {...field('production_kind')}
          none="Not known yet"
          options={PRODUCTION_KIND_NAMES.map((name) => [name, PRODUCTION_KINDS[name]])}
        />
      </div>
      <FileField
        label="Brief"
        hint="A PDF of up to 10 MB."
        accept=".pdf"
        max={1}
        files={files}
        upload={uploadFile}
        onChange={onFiles}
        onBusy={onBusy}
      />
    </>
  );
}
