import { useRouter } from '@tanstack/react-router';
import type { Api } from '../../../platform/http/contract.ts';
import { useToast } from '../../../ui/toasts.tsx';
import { SECURITY_PAGE } from '../page-access.ts';
import type { Session } from '../schema.ts';
import { useStartSession } from './session.ts';

/**
 * Returns a function that starts a session after logging in and opens a page: that at `href`, or one where something is to be done first.
 * Without any, it stays on the open page and resolves to false. `close` closes the form when the session has started.
 */
export function useEnter(api: Api) {
  const router = useRouter();
  const startSession = useStartSession(api);
  const toast = useToast();
  return async (session: Session, href: string | undefined, close: () => void = () => {}): Promise<boolean> => {
    const { user } = session;
    await startSession(session);
    close();
    toast({ text: `You are logged in as ${user.first_name} ${user.last_name}.` });
    if (!user.verified) await router.navigate({ to: '/email-not-verified' });
    else if (user.needsSecondFactor) await router.navigate({ to: SECURITY_PAGE });
    else if (href !== undefined) await router.navigate({ href });
    else return false;
    return true;
  };
}
