import { CONSENTS_USAGE } from '../../features/consents/command-line.server.ts';
import { BASEMAP_USAGE } from '../../features/geography/map-files/command-line.server.ts';
import { IMPORT_USAGE } from '../../features/import-export/command-line.server.ts';
import { BACKUP_USAGE } from '../backup/command-line.ts';

const COMMANDS = `setup                  sets up a site: asks for its settings, or takes them from options; see recce setup --help
serve [--embedded]     runs a node of the site until it is stopped; --embedded uses the embedded database
demo serve             runs the demo on this machine, with a catalogue and accounts whose password is public
demo remove            deletes the locations, accounts and boards of the demo from the database
admin create EMAIL FIRST-NAME LAST-NAME
                       creates an account of the Locations Team; prompts for its password, or reads it from standard input;
                       an existing account with this email address becomes a member of the Locations Team
admin reset-second-factors EMAIL
                       removes the second factors of an account whose owner has lost them, and ends its sessions
admin set-password EMAIL
                       sets the password of an account of the Locations Team or a film office, for when single sign-on does not
                       work; prompts for it, or reads it from standard input
maintenance on|off     switches maintenance mode on or off; takes effect within 5 seconds
publish SLUG           publishes the current version of a location; SLUG is the last segment of its URL
unpublish SLUG         takes a location offline
rename-option FIELD OLD NEW
                       renames an option of a list everywhere
export FILE            exports all locations to a CSV file that import can read
outbox [--retry]       lists failed emails, and why emails wait for another attempt; --retry tries all of them now
version                prints the version
${BACKUP_USAGE}
${BASEMAP_USAGE}
${CONSENTS_USAGE}`;

const USAGE = `recce COMMAND

${COMMANDS}
${IMPORT_USAGE}

--env-file=FILE        reads settings from a file, for any command`;

const HELP: ReadonlySet<string> = new Set(['', 'help', '--help', '-h']);

/** Describes the command whose arguments are wrong; all commands if none is named. */
export function describeUsage(name: string): string {
  if (HELP.has(name)) return USAGE;
  const commands = describeCommand(name);
  if (commands === undefined) return `There is no command ${name}. To list all commands, run recce without one.`;
  return `The arguments of ${name} are wrong or incomplete.\n\n${commands}`;
}

/** Describes the arguments of a command; undefined for an unknown command. */
export function describeCommand(name: string): string | undefined {
  if (name === 'import') return IMPORT_USAGE;
  return (
    listCommands()
      .filter((command) => command.split(' ')[0] === name)
      .join('\n') || undefined
  );
}

/** Returns one text for each command: its first line, and the indented ones after it. */
function listCommands(): string[] {
  return COMMANDS.split(/\n(?! )/);
}
