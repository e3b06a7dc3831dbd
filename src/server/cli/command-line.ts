import { Console } from 'node:console';
import type { Writable } from 'node:stream';
import { type Config, readConfig, readDemoConfig, readProductionConfig } from '../../platform/settings/config.ts';
import { createLog } from '../../platform/diagnostics/log.ts';
import { VERSION } from '../../platform/settings/version.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { BackupError } from '../backup/backup-error.ts';
import { runBackupCommand } from '../backup/command-line.ts';
import { recordCommand } from '../command-audit.ts';
import { assertDatabaseExists, openDatabase } from '../database.ts';
import { createRenderPool } from '../rendering/render-pool.ts';
import { serve } from '../serve.ts';
import { setUp } from '../setup/setup.ts';
import { describeStartupFailure } from '../startup-failure-message.ts';
import { COMMANDS, UsageError } from './commands.ts';
import { promptNewPassword } from './password-prompt.ts';
import { type TerminalStreams, openTerminal } from './terminal.ts';
import { describeCommand, describeUsage } from './usage.ts';

/** The part of the process that a command line uses. */
interface CommandProcess extends TerminalStreams {
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: Writable;
}

/** Commands that open no database, or open it later. */
const STANDALONE: Readonly<
  Record<string, (args: readonly string[], process: CommandProcess, console: Console) => Promise<number>>
> = {
  setup: (args, process, console) =>
    setUp(args, process.env, process.stdin.isTTY ? openTerminal(process) : undefined, (line) => console.log(line)),
  version: async (_args, _process, console) => {
    console.log(VERSION);
    return 0;
  },
};

/** Commands that run a node until it is stopped. */
const NODES: Readonly<Record<string, (env: NodeJS.ProcessEnv) => Config>> = {
  serve: (env) => readProductionConfig(env, { embedded: false }),
  'serve --embedded': (env) => readProductionConfig(env, { embedded: true }),
  'demo serve': (env) => readDemoConfig(env),
};

/** Runs a command. @param words its name and arguments @returns the exit code */
export async function runCommandLine(words: readonly string[], process: CommandProcess): Promise<number> {
  const console = new Console(process.stdout, process.stderr);
  try {
    return await run(words, process, console);
  } catch (error) {
    console.error(describeFailure(error, words) ?? error);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function run(words: readonly string[], process: CommandProcess, console: Console): Promise<number> {
  const [name = '', ...args] = words;
  if (Object.hasOwn(STANDALONE, name)) return STANDALONE[name]!(args, process, console);
  const help = args.includes('--help') ? describeCommand(name) : undefined;
  if (help !== undefined) {
    console.log(help);
    return 0;
  }
  const getNodeConfig = NODES[words.join(' ')];
  if (getNodeConfig) return serve(() => getNodeConfig(process.env), createRenderPool());
  const { text, exitCode } = await runWithConfig(words, process);
  console.log(text);
  return exitCode;
}

async function runWithConfig(
  words: readonly string[],
  process: CommandProcess,
): Promise<{ text: string; exitCode: number }> {
  const [name = '', ...args] = words;
  const log = createLog({ logLevel: 'warn' });
  // They open the database themselves, without changing it by migrations, or need none.
  if (name === 'backup' || name === 'restore') {
    const outcome = await runBackupCommand(name, args, { config: readConfig(process.env), log });
    if (!outcome) throw new UsageError();
    return outcome;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError();
  const config = readConfig(process.env);
  assertDatabaseExists(config);
  const database = await openDatabase(config, log, 'join');
  try {
    const outcome = await command(
      {
        ...database,
        config,
        log,
        promptForPassword: (question, findProblem) => promptNewPassword(question, findProblem, process),
        writeLine: (line) => process.stderr.write(`${line}\n`),
      },
      args,
    );
    if (outcome.exitCode === 0) await recordCommand(database.db, words, new Date());
    return outcome;
  } finally {
    await database.close();
  }
}

/** Returns what to tell an operator; undefined for unexpected errors. */
function describeFailure(error: unknown, [name = '']: readonly string[]): string | undefined {
  if (error instanceof UsageError) return error.message || describeUsage(name);
  if (error instanceof ApiError) return [...new Set([error.message, ...Object.values(error.fields ?? {})])].join('\n');
  return error instanceof BackupError ? error.message : describeStartupFailure(error);
}
