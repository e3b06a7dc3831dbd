import type { Passwords } from './hashing.server.ts';

/** The password of the demo accounts, which is public. */
export const DEMO_PASSWORD = 'recce-demo-2026';

/** Password hashing of a site that is not the demo: nobody can log in with the public password, whatever the database contains. */
export function rejectDemoPassword({ hash, matches }: Passwords): Passwords {
  return {
    hash,
    matches: async (password, stored) => {
      const isMatch = await matches(password, stored);
      return isMatch && password.normalize('NFKC') !== DEMO_PASSWORD;
    },
  };
}
