import { z } from 'zod';
import { newPassword } from '../../../platform/http/field-schemas.ts';
import { ENTER_PASSWORD_AGAIN, PASSWORDS_DIFFER } from '../messages.ts';
import { currentPassword } from '../schema.ts';

/** A new password with the current one, in the API. */
export const changePasswordInput = z.object({
  currentPassword,
  password: newPassword,
  /** Whether the service tokens that the user has made are revoked too. */
  revoke_service_tokens: z.boolean().default(false),
});

/** The same in the browser, with the new one twice. */
export const changePasswordForm = z
  .object({
    currentPassword,
    password: newPassword,
    confirmPassword: z.string().min(1, ENTER_PASSWORD_AGAIN),
    revoke_service_tokens: z.boolean(),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: PASSWORDS_DIFFER,
    when: () => true,
  });
