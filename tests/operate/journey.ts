import { spawn } from 'node:child_process';
import { startMailServer } from '../support/mail-server.ts';
import { checkBackup } from './backup.ts';
import { fillCatalogue, sendEnquiryAndWait } from './catalogue.ts';
import { checkFailures } from './failures.ts';
import { install } from './install.ts';
import { checkCaddy, checkCompose } from './proxies.ts';
import { writeReport } from './report.ts';
import { machine, openSession } from './site.ts';
import { checkUpgrade } from './upgrade.ts';

const SMTP_PORT = 25;

spawn('ip', ['link', 'set', 'lo', 'up']);
const mails = await startMailServer(SMTP_PORT);

await install();
const session = await openSession();
const id = await fillCatalogue(session);
await sendEnquiryAndWait(session, mails);
await checkFailures(session, id);
await checkBackup(session, id);
await checkUpgrade(mails);
await checkCaddy();
await checkCompose();

writeReport(machine);
await mails.stop();
