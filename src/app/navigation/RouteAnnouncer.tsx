import { useEffect, useState } from 'react';
import { useRouter } from '@tanstack/react-router';

/**
 * After navigation to another page, moves the focus to its content and announces its title to screen readers. Not after Back and
 * Forward, where the focus is restored.
 */
export function RouteAnnouncer() {
  const router = useRouter();
  const [title, setTitle] = useState('');
  useEffect(() => {
    let isNew = false;
    const unlisten = router.history.subscribe(({ action }) => {
      isNew = action.type === 'PUSH' || action.type === 'REPLACE';
    });
    const unsubscribe = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (!isNew || !fromLocation || !pathChanged) return;
      document.getElementById('content')?.focus({ preventScroll: true });
      setTitle(document.title);
    });
    return () => {
      unlisten();
      unsubscribe();
    };
  }, [router]);
  return (
    <div className="visually-hidden" aria-live="polite">
      {title}
    </div>
  );
}
