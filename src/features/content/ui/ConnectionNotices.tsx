import { useEffect } from 'react';
import { useToast } from '../../../ui/toasts.tsx';

/** Says when the visitor's connection goes and comes back: searches fail meanwhile, and it is not the site. */
export function ConnectionNotices() {
  const toast = useToast();
  useEffect(() => {
    const lost = () => toast({ kind: 'bad', text: 'You are offline. What you have open stays.', delay: 10_000 });
    const found = () => toast({ text: 'You are connected again.' });
    addEventListener('offline', lost);
    addEventListener('online', found);
    return () => {
      removeEventListener('offline', lost);
      removeEventListener('online', found);
    };
  }, [toast]);
  return null;
}
