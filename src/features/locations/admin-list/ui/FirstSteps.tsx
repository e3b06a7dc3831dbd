import { IMPORT_COMMAND } from '../../messages.ts';
import './first-steps.css';

/** First steps for a site without locations. @param props.purpose what the page will show */
export function FirstSteps({ purpose }: { purpose: string }) {
  return (
    <div className="first-steps">
      <h2>There are no locations yet</h2>
      <p>{purpose} To begin:</p>
      <ol>
        <li>
          <a className="link" href="/admin/content/options">
            Add the options of locations
          </a>
          , such as categories and settings, or let the import create them.
        </li>
        <li>
          <a className="link" href="/admin/import">
            Import a catalogue
          </a>{' '}
          from a CSV or XLSX file; or from a larger one, on the server:
          <pre>{IMPORT_COMMAND}</pre>
          This says what it would change. With <code>--apply</code> it makes the changes.
        </li>
        <li>
          <a className="link" href="/admin/content">
            Edit the texts of the pages
          </a>
          , above all privacy, terms and contact, before you announce the site.
        </li>
        <li>
          <a className="link" href="/admin/settings">
            Invite your colleagues
          </a>
          . Location Owners register on the website, and send you their places for approval.
        </li>
      </ol>
    </div>
  );
}
