import { ImapFlow } from 'imapflow';
import type { MailboxConfig } from '../../../platform/settings/mailbox-setting.ts';

const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };

/** Creates a client that is not connected yet. */
export function createClient({ host, port, secure, user, password, isLoopback }: MailboxConfig): ImapFlow {
  const client = new ImapFlow({
    host,
    port,
    secure,
    auth: { user, pass: password },
    // The password never crosses a network unencrypted. A server on this machine may have a certificate that it has signed
    // itself.
    ...(isLoopback ? { tls: { rejectUnauthorized: false } } : !secure && { doSTARTTLS: true }),
    // Its log contains email addresses.
    logger: false,
    disableAutoIdle: true,
    ...TIMEOUTS,
  });
  // The command in progress fails too; without a listener the event would end the process.
  client.on('error', () => {});
  return client;
}

/** Logs in and opens the folder, without reading emails. @throws if that fails; `describeMailboxError` says why */
export async function checkMailbox(mailbox: MailboxConfig): Promise<void> {
  const client = createClient(mailbox);
  try {
    await client.connect();
    await client.mailboxOpen(mailbox.path, { readOnly: true });
  } finally {
    await client.logout().catch(() => client.close());
  }
}

/** Messages of the server can contain email addresses, and those of the client commands with the password. */
export function describeMailboxError(error: unknown): string {
  const { name, code, responseStatus, serverResponseCode, authenticationFailed, mailboxMissing } = error as Error & {
    readonly code?: unknown;
    readonly responseStatus?: unknown;
    readonly serverResponseCode?: unknown;
    readonly authenticationFailed?: unknown;
    readonly mailboxMissing?: unknown;
  };
  const parts = [code, responseStatus, serverResponseCode].filter((part) => typeof part === 'string');
  const reasons = [
    ...(authenticationFailed === true ? ['log-in rejected'] : []),
    ...(mailboxMissing === true ? ['no such folder'] : []),
  ];
  return [name, ...parts, ...reasons].join(' ');
}
