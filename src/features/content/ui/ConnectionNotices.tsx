import { useEffect } from 'react';
import { useToast } from '../../../ui/toasts.tsx';

/** Toasts when the browser goes offline and online, so that a failed request is not taken for an error of the site. */
export function ConnectionNotices() {
  const toast = useToast();
  useEffect(() => {
    const handleOffline = () =>
      toast({ kind: 'error', text: 'You are offline. You can still read the pages that are open.', delay: 10_000 });
    const handleOnline = () => toast({ text: 'You are connected again.' });
    addEventListener('offline', handleOffline);
    addEventListener('online', handleOnline);
    return () => {
      removeEventListener('offline', handleOffline);
      removeEventListener('online', handleOnline);
    };
  }, [toast]);
  return null;
}
