import { connect } from '../../src/platform/db/pool.ts';
import { createSmtpMailer } from '../../src/platform/mail/mailer.ts';
import { mailJobHandler } from '../../src/platform/mail/outbox.ts';

// A worker that is killed after the mail server accepted an email and before the outbox records it.
// Arguments: URL of the database, URL of the mail server, id of the email.
const [databaseUrl = '', smtpUrl = '', id = ''] = process.argv.slice(2);
const mailer = createSmtpMailer({ url: smtpUrl, requireTls: false }, 'Recce <no-reply@recce.example>');
const { kysely } = connect(databaseUrl, console);
const handler = mailJobHandler(
  kysely,
  {
    send: async (mail, signal) => {
      await mailer.send(mail, signal);
      process.kill(process.pid, 'SIGKILL');
    },
  },
  console,
);
await handler.run({ id }, new AbortController().signal);
