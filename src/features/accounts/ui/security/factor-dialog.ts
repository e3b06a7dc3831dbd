import type { Api } from '../../../../platform/http/contract.ts';
import type { AddedFactor } from '../../second-factor/schema.ts';

/** The props of a form that adds a second factor in a dialog. */
export interface FactorFormProps {
  readonly api: Api;
  readonly onClose: () => void;
  readonly onAdded: (added: AddedFactor) => Promise<void>;
}
