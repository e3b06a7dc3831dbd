import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { findMailServer } from '../../tools/mail-server.mjs';

const PASSWORD = 'a/secret@of:the=mailbox';
const START_TIMEOUT_MS = 20_000;
/** Dovecot never reads email as root. */
const NOBODY = 65_534;

export interface ImapServer {
  /** As the setting INBOUND_MAIL. */
  readonly url: string;
  readonly password: string;
  /** Delivers an email to the inbox. */
  deliver(source: string | Buffer): Promise<void>;
  /** Gives all emails new numbers, as a server does that is restored. */
  renumber(): Promise<void>;
  /** Lists the flags of the emails in the inbox, in the order of their arrival, such as `S` for seen. */
  listFlags(): Promise<string[]>;
  stop(): Promise<void>;
}

/** Starts Dovecot with an empty mailbox, until the calling test file ends. */
export async function startImapServer(): Promise<ImapServer> {
  const command = findMailServer();
  if (!command)
    throw new Error('The tests of incoming email need Dovecot (Debian: sudo apt-get install dovecot-imapd).');
  const folder = await mkdtemp(path.join(tmpdir(), 'recce-imap-'));
  const maildir = path.join(folder, 'mail');
  for (const name of ['new', 'cur', 'tmp']) await mkdir(path.join(maildir, name), { recursive: true });
  const isRoot = process.getuid?.() === 0;
  // Dovecot's processes run as another user.
  await chmod(folder, 0o755);
  if (isRoot) for (const part of ['', 'new', 'cur', 'tmp']) await chown(path.join(maildir, part), NOBODY, NOBODY);
  const port = await findFreePort();
  await writeFile(path.join(folder, 'dovecot.conf'), configure(folder, port, isRoot), { mode: 0o644 });
  const server = spawn(command, ['-F', '-c', path.join(folder, 'dovecot.conf')], { stdio: 'ignore' });
  const stop = () => stopServer(server);
  afterAll(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });
  await waitForGreeting(port);
  let delivered = 0;
  return {
    url: `imap://team%40agency.example:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/INBOX`,
    password: PASSWORD,
    deliver: async (source) => {
      const name = `${String(++delivered).padStart(6, '0')}.test`;
      const crlf = typeof source === 'string' ? source.replace(/\r?\n/g, '\r\n') : source;
      await writeFile(path.join(maildir, 'new', name), crlf, { mode: 0o666 });
      if (isRoot) await chown(path.join(maildir, 'new', name), NOBODY, NOBODY);
    },
    renumber: async () => {
      const list = path.join(maildir, 'dovecot-uidlist');
      const numbered = await readFile(list, 'utf8');
      await writeFile(
        list,
        numbered.replace(/ V(\d+)/, (_, validity: string) => ` V${Number(validity) + 1}`),
      );
      for (const name of await readdir(maildir))
        if (name.startsWith('dovecot.index')) await rm(path.join(maildir, name));
    },
    listFlags: async () => {
      const names = await readdir(path.join(maildir, 'cur'));
      return names.sort().map((name) => name.split(':2,')[1] ?? '');
    },
    stop,
  };
}

function configure(folder: string, port: number, isRoot: boolean): string {
  const { username, uid, gid } = userInfo();
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : { uid, gid };
  const internal = isRoot ? '' : `default_internal_user = ${username}\ndefault_login_user = ${username}\n`;
  return `${internal}base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain
first_valid_uid = 1
mail_location = maildir:${folder}/mail
service imap-login {
  ${isRoot ? '' : 'chroot =\n'}
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
${isRoot ? '' : 'service anvil {\n  chroot =\n}\n'}
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=${user.uid} gid=${user.gid} home=${folder}/home
}
namespace inbox {
  inbox = yes
}
`;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function waitForGreeting(port: number): Promise<void> {
  const greets = async () => {
    const socket = connect(port, '127.0.0.1');
    try {
      const [greeting] = (await once(socket, 'data')) as [Buffer];
      return greeting.toString('latin1').startsWith('* OK');
    } catch {
      return false;
    } finally {
      socket.destroy();
    }
  };
  const until = Date.now() + START_TIMEOUT_MS;
  while (!(await greets())) {
    if (Date.now() > until) throw new Error('Dovecot does not answer.');
    await delay(50);
  }
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}
