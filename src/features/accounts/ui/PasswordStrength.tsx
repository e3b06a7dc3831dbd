import { useEffect, useState } from 'react';
import { PASSWORD_LENGTH } from '../../../platform/http/field-schemas.ts';
import type { PasswordContext } from '../passwords/disguised-words.ts';

/** After this pause in typing the strength is shown and read out. */
const PAUSE_MS = 600;

/** Says how hard a new password is to guess, once it is long enough. */
export function PasswordStrength({ password, context }: { password: string; context: PasswordContext }) {
  const [text, setText] = useState('');
  // Texts, which are equal as long as their content is.
  const { email, siteName } = context;
  const names = context.names.join('\n');
  const isShown = password.length >= PASSWORD_LENGTH.min;
  useEffect(() => {
    if (!isShown) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void import('../passwords/describe-strength.ts').then(
        ({ describeStrength }) =>
          isCurrent && setText(describeStrength(password, { email, names: names.split('\n'), siteName })),
        // Only advice: without it the form works as well.
        () => {},
      );
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [password, isShown, email, names, siteName]);
  return <output className="field__hint">{isShown ? text : ''}</output>;
}
