import { useState } from 'react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { maintenanceQuery } from '../../maintenance/client.ts';
import { switchMaintenance } from '../../maintenance/contract.ts';
import '../../../locations/ui/status.css';

/** Shows whether the site is under maintenance, and switches maintenance on or off. */
export function MaintenanceSwitch({ api }: { api: Api }) {
  const { data } = useSuspenseQuery(maintenanceQuery(api));
  const queryClient = useQueryClient();
  const toast = useToast();
  const [confirming, setConfirming] = useState(false);
  const { on } = data;
  const toggle = async () => {
    queryClient.setQueryData(maintenanceQuery(api).queryKey, await api(switchMaintenance, { on: !on }));
    toast({
      text: on ? 'The site will be open again within seconds.' : 'The site will be under maintenance within seconds.',
    });
  };
  return (
    <section className="settings__part" aria-labelledby="maintenance">
      <div className="settings__head">
        <h2 id="maintenance">Maintenance</h2>
        <span className={on ? 'status status--changed' : 'status status--live'}>
          <svg viewBox="0 0 12 12" aria-hidden>
            {on ? (
              <path d="M2 2h3v8H2zM7 2h3v8H7z" fill="currentColor" />
            ) : (
              <circle cx="6" cy="6" r="5" fill="currentColor" />
            )}
          </svg>
          {on ? 'The site is under maintenance' : 'The site is open'}
        </span>
        <button type="button" className="button button--compact" onClick={() => setConfirming(true)}>
          {on ? 'End maintenance' : 'Begin maintenance'}
        </button>
      </div>
      <p className="muted">
        During maintenance every page shows the maintenance page. Only members of the Locations Team see the site and
        the back office, and only they can log in, at <code>/admin</code>.
      </p>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={on ? 'End maintenance?' : 'Begin maintenance?'}
        confirmLabel={on ? 'End maintenance' : 'Begin maintenance'}
        onConfirm={toggle}
      >
        <p>
          {on
            ? 'Everybody will see the site again within 5 seconds.'
            : 'Within 5 seconds everybody but the Locations Team will see the maintenance page. Forms that people are filling in stay open, but cannot be sent until you end maintenance.'}
        </p>
      </ConfirmDialog>
    </section>
  );
}
