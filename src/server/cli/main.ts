import { isBackgroundWork, yieldToSite } from './background-priority.ts';

/** Loads the file of `--env-file=FILE`. A variable that is set already stays as it is. @returns the other words */
function loadEnvironmentFile(words: readonly string[]): string[] {
  const isOption = (word: string) => word.startsWith('--env-file=');
  for (const word of words.filter(isOption)) process.loadEnvFile(word.slice('--env-file='.length));
  return words.filter((word) => !isOption(word));
}

const words = loadEnvironmentFile(process.argv.slice(2));
if (isBackgroundWork(words)) await yieldToSite();
// Loading it takes some seconds of a processor.
const { runCommandLine } = await import('./command-line.ts');
process.exitCode = await runCommandLine(words, process);
