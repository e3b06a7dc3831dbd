import { randomUUID } from 'node:crypto';
import type { ImapFlow } from 'imapflow';
import type { MailboxConfig } from '../../../platform/settings/mailbox-setting.ts';
import { isApiError } from '../../../platform/http/contract.ts';
import type { Log } from '../../../platform/diagnostics/log.ts';
import { DAY_MS } from '../../../platform/text/durations.ts';
import { type InboundDeps, type Outcome, receiveMail } from './commands.server.ts';
import { type MailboxState, endLease, saveProgress, takeLease } from './lease.commands.server.ts';
import { createClient, describeMailboxError } from './mailbox-client.server.ts';
import { parseInProcess } from './parse-in-process.server.ts';

export interface PollDeps extends InboundDeps {
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  readonly now: () => Date;
  /** Reads an email; by default in a separate process. */
  readonly parse?: typeof parseInProcess;
}

const INTERVAL_MS = 60_000;
/** The limit of most mail servers. */
const MAX_MAIL_BYTES = 30 * 1024 ** 2;
/** Far more than the lines of the largest attachment. Parsing takes some microseconds for each line, even if it is empty. */
const MAX_MAIL_LINES = 500_000;
const LINE_FEED = 0x0a;
/** How often an email is tried whose processing fails, as while the storage is unavailable. */
const MAX_ATTEMPTS = 5;

/** Reads the mailbox now and then every minute, on one node at a time. */
export function startInboundMail(deps: PollDeps, mailbox: MailboxConfig): { stop(): Promise<void> } {
  const nodeId = randomUUID();
  const stopping = new AbortController();
  let isPolling = false;
  const poll = async () => {
    isPolling = true;
    await pollMailbox(deps, mailbox, { nodeId, signal: stopping.signal });
    isPolling = false;
  };
  let running = poll();
  const timer = setInterval(() => {
    if (!isPolling) running = poll();
  }, INTERVAL_MS);
  return {
    stop: () => {
      stopping.abort();
      clearInterval(timer);
      return running;
    },
  };
}

/** Reads the new emails of the mailbox once, unless another node does. Failures are logged, without the secret of the mailbox. */
export async function pollMailbox(
  deps: PollDeps,
  mailbox: MailboxConfig,
  { nodeId, signal }: { readonly nodeId: string; readonly signal?: AbortSignal },
): Promise<void> {
  const { db, log } = deps;
  const state = await takeLease(db, mailbox.name, nodeId).catch(() => undefined);
  if (!state) return;
  let polledAt: Date | undefined;
  const client = createClient(mailbox);
  // Ends the command in progress: the worker has to stop within seconds.
  const close = () => client.close();
  signal?.addEventListener('abort', close, { once: true });
  try {
    const startedAt = deps.now();
    await client.connect();
    await readMails(deps, mailbox, { client, state, nodeId, signal });
    polledAt = startedAt;
  } catch (error) {
    if (!signal?.aborted) log.error({ reason: describeMailboxError(error) }, 'the mailbox could not be read');
  } finally {
    signal?.removeEventListener('abort', close);
    await client.logout().catch(() => client.close());
    // The lease ends by itself if the database is gone.
    await endLease(db, mailbox.name, nodeId, polledAt).catch(() => {});
  }
}

interface Reading {
  readonly client: ImapFlow;
  readonly state: MailboxState;
  readonly nodeId: string;
  readonly signal: AbortSignal | undefined;
}

async function readMails(deps: PollDeps, mailbox: MailboxConfig, reading: Reading): Promise<void> {
  const { client, state, nodeId, signal } = reading;
  const opened = await client.mailboxOpen(mailbox.path);
  const uidValidity = Number(opened.uidValidity);
  const isSame = state.uid_validity === uidValidity;
  let lastUid = isSame ? state.last_uid : 0;
  // A new mailbox begins with the emails that arrive from now on.
  if (state.uid_validity === null) lastUid = opened.uidNext - 1;
  await saveProgress(deps.db, mailbox.name, nodeId, { uid_validity: uidValidity, last_uid: lastUid });
  const failed = await listFailed(deps, mailbox, uidValidity);
  const uids = await listNewUids(
    client,
    { ...state, uid_validity: state.uid_validity ?? uidValidity },
    uidValidity,
    lastUid,
  );
  for (const uid of [...failed, ...uids]) {
    if (signal?.aborted) return;
    await processMail(deps, mailbox, { client, uid, uidValidity });
    lastUid = Math.max(lastUid, uid);
    await saveProgress(deps.db, mailbox.name, nodeId, { uid_validity: uidValidity, last_uid: lastUid });
  }
}

/** If the server has numbered the emails anew, those since the day before the last reading are looked at again. */
async function listNewUids(
  client: ImapFlow,
  { uid_validity, polled_at }: MailboxState,
  uidValidity: number,
  lastUid: number,
): Promise<number[]> {
  const query =
    uid_validity === uidValidity || !polled_at
      ? { uid: `${lastUid + 1}:*` }
      : { since: new Date(polled_at.getTime() - DAY_MS) };
  const found = (await client.search(query, { uid: true })) || [];
  // `n:*` has the last email also if its number is lower.
  return found.filter((uid) => uid > lastUid).toSorted((a, b) => a - b);
}

async function listFailed({ db }: PollDeps, { name }: MailboxConfig, uidValidity: number): Promise<number[]> {
  const rows = await db
    .selectFrom('inbound_mails')
    .select('uid')
    .where('mailbox', '=', name)
    .where('outcome', '=', 'FAILED')
    .where('uid_validity', '=', uidValidity)
    .where('attempts', '<', MAX_ATTEMPTS)
    .orderBy('uid')
    .execute();
  return rows.map(({ uid }) => uid);
}

interface Numbered {
  readonly client: ImapFlow;
  readonly uid: number;
  readonly uidValidity: number;
}

/** Processes one email. One that cannot be processed is recorded and tried again, and does not block the next. */
async function processMail(deps: PollDeps, { name }: MailboxConfig, mail: Numbered): Promise<void> {
  const { client, uid, uidValidity } = mail;
  const id = `failed ${uidValidity} ${uid}`;
  try {
    const fetched = await fetchSource(client, uid);
    // It was deleted or moved meanwhile.
    if (!fetched) return await deleteRecord(deps, id);
    if (fetched === 'TOO_LARGE') return await record(deps, { name, ...mail, id, outcome: 'REJECTED' });
    const parsed = await (deps.parse ?? parseInProcess)(fetched);
    if (await isRecorded(deps, parsed.messageId)) return;
    const outcome = await receiveMail(deps, parsed, deps.now());
    await record(deps, { name, ...mail, id: parsed.messageId, outcome });
    await deleteRecord(deps, id);
    if (outcome === 'ACCEPTED') await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true }).catch(() => {});
  } catch (error) {
    // Without a connection, the next reading continues here.
    if (!client.usable) throw error;
    if (isApiError(error) && error.errorType === 'TOO_LARGE')
      return await record(deps, { name, ...mail, id, outcome: 'REJECTED' });
    deps.log.error({ uid, reason: describeMailboxError(error) }, 'an email could not be processed');
    await record(deps, { name, ...mail, id, outcome: 'FAILED' });
  }
}

async function fetchSource(client: ImapFlow, uid: number): Promise<Buffer | 'TOO_LARGE' | undefined> {
  const found = await client.fetchOne(String(uid), { size: true }, { uid: true });
  if (!found) return undefined;
  if ((found.size ?? 0) > MAX_MAIL_BYTES) return 'TOO_LARGE';
  const mail = await client.fetchOne(String(uid), { source: true }, { uid: true });
  const source = (mail && mail.source) || undefined;
  return source && countLines(source) > MAX_MAIL_LINES ? 'TOO_LARGE' : source;
}

function countLines(source: Buffer): number {
  let lines = 1;
  for (let at = source.indexOf(LINE_FEED); at >= 0; at = source.indexOf(LINE_FEED, at + 1)) lines += 1;
  return lines;
}

async function isRecorded({ db }: PollDeps, messageId: string): Promise<boolean> {
  const row = await db.selectFrom('inbound_mails').select('uid').where('message_id', '=', messageId).executeTakeFirst();
  return row !== undefined;
}

async function record(
  { db, log, now }: PollDeps,
  mail: { name: string; id: string; uid: number; uidValidity: number; outcome: Outcome | 'FAILED' },
): Promise<void> {
  const { name, id, uid, uidValidity, outcome } = mail;
  await db
    .insertInto('inbound_mails')
    .values({ message_id: id, mailbox: name, uid, uid_validity: uidValidity, outcome, processed_at: now() })
    .onConflict((conflict) =>
      conflict
        .column('message_id')
        .doUpdateSet(({ eb, ref }) => ({ attempts: eb(ref('inbound_mails.attempts'), '+', 1), processed_at: now() })),
    )
    .execute();
  if (outcome === 'ACCEPTED') log.info({ uid }, 'an email was added to an enquiry');
  // UNKNOWN is whatever else arrives in the mailbox of the team.
  else if (outcome === 'UNVERIFIED' || outcome === 'REJECTED')
    log.warn({ uid, outcome }, 'an email about an enquiry was left in the mailbox');
}

async function deleteRecord({ db }: PollDeps, id: string): Promise<void> {
  await db.deleteFrom('inbound_mails').where('message_id', '=', id).execute();
}
