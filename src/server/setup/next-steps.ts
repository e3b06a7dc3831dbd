import type { Config } from '../../platform/settings/config.ts';

/** The remaining steps after setup. */
export function describeNextSteps(site: {
  config: Config;
  file: string;
  embedded: boolean;
  email: string;
  samples: boolean;
}): string {
  const { config, file, embedded, email, samples } = site;
  // The path as given, so that a link to the current release stays a link.
  const recce = process.argv[1];
  const isRoot = process.getuid?.() === 0;
  return [
    '',
    'Next steps',
    '1. Start the site. With the units of deploy/systemd: step 8 of docs/installation.md, whose nodes listen on ports 3001 and 3002.',
    `   Otherwise: ${recce} serve${embedded ? ' --embedded' : ''} --env-file=${file}`,
    `   With a unit of your own: EnvironmentFile=${file}. With Docker: docker run --env-file ${file}.`,
    ...(isRoot
      ? [
          '   You ran setup as root. If the site runs as another user, let that user own its storage: chown --recursive.',
        ]
      : []),
    `2. Let a web server with a certificate forward ${config.siteUrl} to the site: step 9, or to ${config.host}:${config.port}`,
    `   with TRUSTED_PROXIES in ${file} set to its address.`,
    `3. Log in at ${config.siteUrl}/admin as ${email}.`,
    '4. Under Content, add the options of your locations and adapt the pages. Under Settings, invite your colleagues.',
    `5. Import your catalogue: ${recce} import FILE --create-options --env-file=${file}`,
    ...(samples ? [`   To delete the sample locations: ${recce} demo remove --env-file=${file}`] : []),
  ].join('\n');
}
