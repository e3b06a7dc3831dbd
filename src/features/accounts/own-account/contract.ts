import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';
import { PASSWORD_LENGTH } from '../../../platform/http/field-schemas.ts';
import { accountData } from '../administration/schema.ts';
import { ENTER_PASSWORD } from '../messages.ts';

export const deleteAccountForm = z.object({
  password: z.string().min(1, ENTER_PASSWORD).max(PASSWORD_LENGTH.max),
});

export const ownDataSummary = route('GET', '/profile/data-summary', {
  summary: 'Counts the data that is deleted with the account of the caller',
  access: 'unverified',
  output: accountData,
});

export const deleteOwnAccount = route('POST', '/profile/delete', {
  summary: 'Deletes the account of the caller and its data. The id and the names stay for the audit log',
  access: 'unverified',
  // For an account without a password.
  confirmIdentity: 'if-sensitive',
  input: deleteAccountForm.partial(),
  output: z.object({ message: z.string() }),
  limit: { calls: 20, seconds: 600 },
});
