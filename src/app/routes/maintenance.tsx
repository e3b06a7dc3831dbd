import { createFileRoute } from '@tanstack/react-router';
import picture from '../../features/pages/ui/maintenance.webp';
import { Maintenance } from '../../features/pages/ui/Maintenance.tsx';

export const Route = createFileRoute('/maintenance')({
  staticData: { shell: 'bare' },
  head: () => ({ meta: [{ title: 'Maintenance' }, { name: 'robots', content: 'noindex' }] }),
  component: () => <Maintenance picture={picture} />,
});
