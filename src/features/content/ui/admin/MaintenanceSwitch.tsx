import { useState } from 'react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { maintenanceQuery } from '../../maintenance/client.ts';
import { switchMaintenance } from '../../maintenance/contract.ts';
import { ContentStatus, Status } from '../../../locations/working-copy/ui/StatusLabel.tsx';

const PAUSE = <path d="M2 2h3v8H2zM7 2h3v8H7z" fill="currentColor" />;

/** Shows whether the site is under maintenance, and switches maintenance on or off. */
export function MaintenanceSwitch({ api }: { api: Api }) {
  const { on } = useSuspenseQuery(maintenanceQuery(api)).data;
  const queryClient = useQueryClient();
  const toast = useToast();
  const [confirming, setConfirming] = useState(false);
  const verb = on ? 'End' : 'Start';
  const toggle = async () => {
    queryClient.setQueryData(maintenanceQuery(api).queryKey, await api(switchMaintenance, { on: !on }));
    toast({ text: `The site will be ${on ? 'open again' : 'under maintenance'} within seconds.` });
  };
  return (
    <section className="settings__part" aria-labelledby="maintenance">
      <div className="settings__head">
        <h2 id="maintenance">Maintenance</h2>
        {on ? (
          <Status kind="changed" shape={PAUSE} label="The site is under maintenance" />
        ) : (
          <ContentStatus status="LIVE" label="The site is open" />
        )}
        <button type="button" className="button button--compact" onClick={() => setConfirming(true)}>
          {verb} maintenance
        </button>
      </div>
      <p className="muted">
        During maintenance every page shows the maintenance page. Only members of the Locations Team see the site and
        the back office, and only they can log in, at <code>/admin</code>.
      </p>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={`${verb} maintenance?`}
        confirmLabel={`${verb} maintenance`}
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
