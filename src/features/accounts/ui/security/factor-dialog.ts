import type { Api } from '../../../../platform/http/contract.ts';
import type { AddedFactor } from '../../second-factor/schema.ts';

/** What the form in a dialog that adds a second factor needs. */
export interface FactorFormProps {
  readonly api: Api;
  readonly onClose: () => void;
  readonly onAdded: (added: AddedFactor) => Promise<void>;
}
