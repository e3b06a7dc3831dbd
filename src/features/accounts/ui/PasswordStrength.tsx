import { useEffect, useState } from 'react';
import { PASSWORD_LENGTH } from '../../../platform/field-schemas.ts';

/** After this pause in typing the strength is shown and read out. */
const PAUSE_MS = 600;

/** Says how hard a new password is to guess, once it is long enough. */
export function PasswordStrength({ password }: { password: string }) {
  const [text, setText] = useState('');
  const isShown = password.length >= PASSWORD_LENGTH.min;
  useEffect(() => {
    if (!isShown) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void import('../passwords/describe-strength.ts').then(
        ({ describeStrength }) => isCurrent && setText(describeStrength(password)),
        // Only advice: without it the form works as well.
        () => {},
      );
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [password, isShown]);
  return <output className="field__hint">{isShown ? text : ''}</output>;
}
