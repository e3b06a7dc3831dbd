import { connect } from '../../src/platform/db/pool.ts';
import { smtpMailer } from '../../src/platform/mail/mailer.ts';
import { mailJobHandler } from '../../src/platform/mail/outbox.ts';

// A worker that is killed after the mail server has taken a mail and before that is noted.
// Arguments: URL of the database, URL of the mail server, id of the mail.
const [databaseUrl = '', smtpUrl = '', id = ''] = process.argv.slice(2);
const mailer = smtpMailer(smtpUrl, 'Recce <no-reply@recce.example>');
const { kysely } = connect(databaseUrl, console);
const dying = mailJobHandler(
  kysely,
  {
    send: async (mail, signal) => {
      await mailer.send(mail, signal);
      process.kill(process.pid, 'SIGKILL');
    },
  },
  console,
);
await dying.run({ id }, new AbortController().signal);
