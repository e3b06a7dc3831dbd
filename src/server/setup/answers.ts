import { type Answers, type Question, findAnswerProblem } from './questions.ts';

/** Where setup asks. */
export interface Terminal {
  /** Returns null when the input ends. */
  ask(question: string): Promise<string | null>;
  /** Asks for a new password without showing it; empty when the input ends. */
  askNewPassword(question: string): Promise<string>;
}

/** Setup cannot begin, or was cancelled; the message is for the operator. */
export class SetupError extends Error {}

/** Where answers come from. */
export interface Sources {
  readonly options: Answers;
  /** Of the environment, or of the file of an earlier setup. */
  readonly settings: Readonly<Record<string, string>>;
}

const getSetting = ({ setting }: Question, { settings }: Sources) => setting && settings[setting];

/** Takes all answers from options, settings and defaults. @throws {SetupError} with one line for each that is missing or wrong. It names the option and the setting. */
export function collectAnswers(questions: readonly Question[], sources: Sources): Answers {
  const answers: Record<string, string> = {};
  const problems: string[] = [];
  for (const question of questions) {
    const { option, setting, getDefault } = question;
    const given = sources.options[option] ?? getSetting(question, sources);
    // A default may be made from other answers, which must be right.
    const answer = given ?? (problems.length === 0 ? getDefault?.(answers) : getDefault && '-') ?? '';
    const isCertain = given !== undefined || getDefault === undefined || problems.length === 0;
    const problem = isCertain ? findAnswerProblem(question, answer) : undefined;
    if (problem) problems.push(`--${option}${setting ? ` (${setting})` : ''}: ${problem}`);
    answers[option] = answer;
  }
  if (problems.length > 0) throw new SetupError(problems.join('\n'));
  return answers;
}

/**
 * Asks for the answers that options do not give, and again until each is right. An empty answer takes what is shown in brackets.
 * @param earlier the answers to begin with, when some have to be asked again
 */
export async function askForAnswers(
  questions: readonly Question[],
  sources: Sources,
  terminal: Terminal,
  print: (line: string) => void,
  earlier: Answers = {},
): Promise<Answers> {
  const answers: Record<string, string> = { ...earlier };
  for (const question of questions) {
    const given = sources.options[question.option];
    if (question.isAsked?.(answers) === false) answers[question.option] = given ?? question.getDefault!(answers);
    else if (given !== undefined && findAnswerProblem(question, given) === undefined) answers[question.option] = given;
    else {
      const suggestion =
        earlier[question.option] ?? getSetting(question, sources) ?? question.getDefault?.(answers) ?? '';
      answers[question.option] = await askUntilRight(question, suggestion, terminal, print);
    }
  }
  return answers;
}

async function askUntilRight(
  question: Question,
  suggestion: string,
  terminal: Terminal,
  print: (line: string) => void,
): Promise<string> {
  for (;;) {
    const typed = await terminal.ask(`${question.text}${suggestion && ` [${hidePassword(suggestion)}]`}: `);
    if (typed === null) throw new SetupError('\nSetup was cancelled. Nothing was changed.');
    const answer = typed.trim() || suggestion;
    const problem = findAnswerProblem(question, answer);
    if (!problem) return answer;
    print(`  This ${problem[0]?.toUpperCase() === problem[0] ? `is not right. ${problem}` : problem}`);
  }
}

/** A URL with a password, as it is shown. */
function hidePassword(text: string): string {
  return text.replace(/(?<=^\w+:\/\/[^/@:]*:)[^/@]+(?=@)/, '…');
}
