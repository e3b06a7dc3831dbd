import { Logo } from './SiteLayout.tsx';
import { UNDER_MAINTENANCE } from '../messages.ts';
import './maintenance.css';

/** Shown in place of every page during maintenance. */
export function MaintenancePage({ siteName, picture }: { siteName: string; picture: string }) {
  return (
    <main className="maintenance-message" id="content">
      <img src={picture} alt="" width="1440" height="960" />
      <header className="masthead">
        <Logo name={siteName} />
      </header>
      <div className="maintenance-message__text">
        <h1 className="display display--5">Maintenance</h1>
        <p>{UNDER_MAINTENANCE}</p>
      </div>
    </main>
  );
}
