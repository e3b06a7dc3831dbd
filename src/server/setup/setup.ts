import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  assertUsablePassword,
  createAdminFromArguments,
  isAdmin,
} from '../../features/accounts/command-line.server.ts';
import { type Config, DEFAULT_REGION, SETTING_NAMES, readProductionConfig } from '../../platform/config.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { describeFileFailure } from '../../platform/file-failure.ts';
import { createLog } from '../../platform/log.ts';
import { type Terminal, SetupError, askForAnswers, collectAnswers } from './answers.ts';
import { type ConnectionCheck, checkConnections, formatCheck } from './connection-checks.ts';
import {
  findUnportableText,
  formatEnvironmentFile,
  readEnvironmentFile,
  writeEnvironmentFile,
} from './environment-file.ts';
import { fillDatabase } from './fill-database.ts';
import { type Answers, type Question, listQuestions } from './questions.ts';
import { describeNextSteps } from './next-steps.ts';

const DEFAULT_FILE = './recce.env';

type Print = (line: string) => void;
type Settings = Readonly<Record<string, string>>;

/**
 * Sets up a site: collects its settings, checks the connections, writes the environment file, and prepares the database. Can be repeated.
 * @param terminal asks for what the options leave out; without it, missing answers are errors
 * @returns the exit code
 */
export async function setUp(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  terminal: Terminal | undefined,
  print: Print,
): Promise<number> {
  try {
    await run(args, env, terminal, print);
    return 0;
  } catch (error) {
    if (!(error instanceof SetupError) && !(error instanceof ApiError)) throw error;
    print(error.message);
    return 1;
  }
}

async function run(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  terminal: Terminal | undefined,
  print: Print,
): Promise<void> {
  const { embedded, force, help, file, passwordFile, options } = parseOptions(args);
  const questions = listQuestions({ embedded });
  if (help) return print(describeOptions(questions));
  const existing = await readEnvironmentFile(file);
  const others: Settings = { ...existing, ...pickSettings(env) };
  const toSettings = (answers: Answers): Settings => ({
    ...others,
    // The site may be started in another folder.
    ...(embedded && { DATA_DIR: path.resolve(others['DATA_DIR'] ?? './var') }),
    ...Object.fromEntries(questions.flatMap(({ setting, option }) => (setting ? [[setting, answers[option]!]] : []))),
  });
  const toConfig = (answers: Answers) => readProductionConfig({ ...env, ...toSettings(answers) }, { embedded });
  const isNew = (answers: Answers) => needsWriting(file, { existing, settings: toSettings(answers), force });

  const sources = { options, settings: others };
  let answers = terminal
    ? await askForAnswers(questions, sources, terminal, print)
    : collectAnswers(questions, sources);
  const password = passwordFile === undefined ? undefined : await readPassword(passwordFile);
  if (password !== undefined) assertUsablePassword(password, toAdmin(answers));
  isNew(answers);
  assertSamples(answers, toConfig(answers));
  let failed = await findFailedChecks(toConfig(answers), print);
  while (failed.length > 0) {
    if (!terminal || failed.some(({ option }) => !option))
      throw new SetupError('Nothing was changed. Correct these settings, and run setup again.');
    const again = questions.filter(({ option }) => failed.some((check) => check.option === option));
    // What an option gave is asked now.
    answers = await askForAnswers(again, { options: {}, settings: {} }, terminal, print, answers);
    failed = await findFailedChecks(toConfig(answers), print);
  }
  if (isNew(answers))
    await writeEnvironmentFile(file, formatEnvironmentFile(toSettings(answers))).catch((error: unknown) => {
      throw new SetupError(describeFileFailure(file, 'written', error as NodeJS.ErrnoException));
    });
  print(`The settings are in ${file}.`);

  const config = toConfig(answers);
  const log = createLog({ logLevel: 'warn' });
  await fillDatabase(config, log, { samples: answers['samples'] === 'yes', print }, async (db) => {
    const admin = toAdmin(answers);
    const [address = ''] = admin.person;
    if (await isAdmin(db, address)) return `${address} is a member of the Locations Team already.`;
    const promptForPassword = async (question: string) =>
      password ?? (await choosePassword(question, admin, terminal, print));
    return createAdminFromArguments(db, { ...admin, promptForPassword }, new Date());
  });
  print(
    describeNextSteps({
      config,
      file,
      embedded,
      email: answers['admin-email']!,
      samples: answers['samples'] === 'yes',
    }),
  );
}

function parseOptions(args: readonly string[]) {
  const names = [...listQuestions({ embedded: false }).map(({ option }) => option), 'password-file', 'output'];
  const switches = ['embedded', 'force', 'help'] as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
        ...Object.fromEntries(switches.map((name) => [name, { type: 'boolean' as const }])),
      },
    });
    const given = values as Record<string, string | boolean>;
    const isSet = (name: (typeof switches)[number]) => given[name] === true;
    const text = Object.entries(given).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.trim()]] : [],
    );
    const {
      output = DEFAULT_FILE,
      'password-file': passwordFile,
      ...options
    } = Object.fromEntries(text) as Record<string, string>;
    const [embedded, force, help] = [isSet('embedded'), isSet('force'), isSet('help')];
    return { embedded, force, help, file: path.resolve(output), passwordFile, options };
  } catch (error) {
    throw new SetupError(`${(error as Error).message}\nrecce setup --help lists the options.`);
  }
}

function describeOptions(questions: readonly Question[]): string {
  const line = (option: string, text: string) => `--${option}`.padEnd(32) + text;
  return [
    'recce setup asks for what these options leave out; < goes back to the question before. Without a terminal, those without a',
    'default are required. Settings in the environment, such as DATABASE_URL, are used too: unlike options, other users of the',
    'machine cannot see them.',
    '',
    ...questions.map(({ option, text }) => line(`${option}=…`, text)),
    line('password-file=FILE', 'File whose first line is the password of the first member of the Locations Team'),
    line('output=FILE', `Environment file to write, by default ${DEFAULT_FILE}`),
    line('force', 'Overwrites an environment file that has other settings'),
    line('embedded', 'Uses the embedded database, as recce serve --embedded does'),
  ].join('\n');
}

/** The settings of an environment that setup does not ask for stay as they are. */
function pickSettings(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    SETTING_NAMES.flatMap((name) => {
      const value = env[name];
      return value && !findUnportableText(value) ? [[name, value]] : [];
    }),
  );
}

/** @throws {SetupError} if the file exists with other settings @returns whether it has to be written */
function needsWriting(
  file: string,
  { existing, settings, force }: { existing: Settings | undefined; settings: Settings; force: boolean },
): boolean {
  if (existing && JSON.stringify(sortEntries(existing)) === JSON.stringify(sortEntries(settings))) return false;
  if (existing && !force)
    throw new SetupError(`${file} exists and has other settings. Nothing was changed. To overwrite it, add --force.`);
  return true;
}

function sortEntries(settings: Settings) {
  return Object.entries(settings).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** @throws {SetupError} if sample locations are wanted in a region that has none */
function assertSamples({ samples }: Answers, { region }: Config): void {
  if (samples === 'yes' && region !== DEFAULT_REGION)
    throw new SetupError('--samples: must be no, since the sample locations are in Scotland. Nothing was changed.');
}

/** Prints the result of each check. Returns those that failed. */
async function findFailedChecks(config: Config, print: Print): Promise<ConnectionCheck[]> {
  const checks = await checkConnections(config);
  for (const check of checks) print(formatCheck(check));
  return checks.filter(({ result }) => 'failed' in result);
}

function toAdmin(answers: Answers) {
  const person = ['admin-email', 'admin-first-name', 'admin-last-name'].map((option) => answers[option]!);
  return { person, siteName: answers['site-name']! };
}

async function readPassword(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).split(/\r?\n/, 1)[0]!;
  } catch (error) {
    throw new SetupError(describeFileFailure(file, 'read', error as NodeJS.ErrnoException));
  }
}

/** Asks for the password until it can be used. */
async function choosePassword(
  question: string,
  admin: ReturnType<typeof toAdmin>,
  terminal: Terminal | undefined,
  print: Print,
): Promise<string> {
  if (!terminal) throw new SetupError('--password-file: is required, since the account does not exist');
  for (;;) {
    const password = await terminal.askNewPassword(question);
    if (password === '') throw new SetupError('Setup was cancelled. Run it again to create the account.');
    try {
      assertUsablePassword(password, admin);
      return password;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      print(`  ${error.message}`);
    }
  }
}
