import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { isLoopback, isPlaintextAllowed, listUnencryptedConnections } from './encrypted-connections.ts';
import { mailbox } from './mailbox-setting.ts';
import { findMisspeltSettings } from './misspelt-settings.ts';
import { findSingleSignOnProblems, singleSignOnSettings, toSingleSignOn } from './single-sign-on-settings.ts';

const flag = (byDefault: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(byDefault)
    .transform((value) => value === 'on');
const url = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.some((protocol) => text.startsWith(`${protocol}//`)), {
    message: `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    // Later checks parse the URL.
    abort: true,
  });

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./var'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  STORAGE_URL: url('file:', 's3:')
    .refine((text) => !/^s3:\/\/($|[/?])/.test(text), { message: 'must name a bucket: s3://BUCKET' })
    .optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^<>\r\n]*<?[^<>@\s]+@[^<>@\s]+>?$/, 'must be an email address, or written: Name <address>'),
  INBOUND_MAIL: mailbox(url('imap:', 'imaps:')).optional(),
  PLAINTEXT_HOSTS: z
    .string()
    .transform((text) => text.split(',').map((host) => host.trim().toLowerCase()))
    .refine((hosts) => hosts.every((host) => isIP(host) !== 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/.test(host)), {
      message: 'must be host names or IP addresses without ports, separated by commas',
    })
    .optional(),
  SITE_URL: url('http:', 'https:')
    .refine((text) => new URL(text).pathname === '/', { message: 'must have no path' })
    .optional(),
  TRUSTED_PROXIES: z
    .string()
    .refine((text) => text.split(',').every((proxy) => isAddressOrRange(proxy.trim())), {
      message: 'must be IP addresses or ranges such as 10.0.0.0/8, separated by commas',
    })
    .optional(),
  DRAIN_SECONDS: z.coerce.number().min(0).max(600).optional(),
  MAP_STYLE_URL: url('http:', 'https:').optional(),
  MAP_HOSTS: z
    .string()
    .transform((text) => text.split(',').map((host) => host.trim()))
    .refine((hosts) => hosts.every((host) => HOST.test(host)), {
      message: 'must be host names such as tiles.example.com or *.example.com, separated by commas',
    })
    .optional(),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  NODE_NAME: z.string().min(1).max(100).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  SECOND_FACTOR: z.enum(['optional', 'required']).default('optional'),
  ...singleSignOnSettings({ pattern: /^(admin|film-office:.+)$/, form: 'admin or film-office:NAME' }),
  RATE_LIMIT: flag('on'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  REGION: z
    .string()
    .refine(
      (name) => existsSync(toRegionFile(name)),
      'is neither a folder of regions/ nor the path of a folder with a region.json',
    )
    .optional(),
  SITE_NAME: z.string().min(1),
  AGENCY_NAME: z.string().min(1),
  AGENCY_URL: url('http:', 'https:'),
  CREATIVE_AGENCY_NAME: z.string().min(1),
  CREATIVE_AGENCY_URL: url('http:', 'https:'),
  ENQUIRIES_MAILBOX: z.string().min(3),
  ENQUIRIES_TELEPHONE: z.string().regex(/(\d\D*){7}/, 'must be a telephone number of 7 or more digits'),
});

const REGIONS = new URL('../../../regions/', import.meta.url);
export const DEFAULT_REGION = fileURLToPath(new URL('scotland', REGIONS));

/** A host name with an optional port, or all subdomains of one. */
const HOST = /^(\*\.)?[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*(:\d{1,5})?$/i;

/** Long enough for a load balancer that checks readiness every second. */
const DRAIN_SECONDS = 3;

function isAddressOrRange(text: string): boolean {
  return isIP(text) !== 0 || ipaddr.isValidCIDR(text);
}

export type SettingName = keyof typeof environment.shape;

/** The names of all settings. */
export const SETTING_NAMES = Object.keys(environment.shape) as readonly SettingName[];

/** Says what is wrong with the value of one setting. */
export function findInvalidSetting(name: SettingName, value: string): string | undefined {
  return environment.shape[name].safeParse(value).error?.issues[0]?.message;
}

/** Invalid settings; the message has one line for each. */
export class ConfigError extends Error {}

/**
 * Reads and validates the settings. An empty variable counts as not set.
 * @throws {ConfigError} with one line for each invalid or misspelt setting
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { config, problems } = parseSettings(env);
  if (!config) throw new ConfigError(problems.join('\n'));
  return config;
}

/** Returns the settings, or a line for each problem. @returns `invalid` has the names of the settings with an invalid value */
function parseSettings(env: NodeJS.ProcessEnv): { config?: Config; problems: string[]; invalid: ReadonlySet<string> } {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const named = environment.shape.REGION.safeParse(variables['REGION']);
  const region = named.data === undefined ? DEFAULT_REGION : path.dirname(toRegionFile(named.data));
  const result = environment.safeParse({ ...readRegionSettings(region), ...variables });
  const issues = (result.error?.issues ?? []).map(({ path: [name], message }) => ({ name: String(name), message }));
  const problems = [
    ...findMisspeltSettings(variables, SETTING_NAMES),
    ...issues.map(({ name, message }) => `${name}: ${message}`),
    ...(result.success ? findSingleSignOnProblems(result.data, (name) => variables[name] !== undefined) : []),
  ];
  const invalid = new Set(issues.map(({ name }) => name));
  return result.success && problems.length === 0
    ? { config: toConfig(result.data, region), problems, invalid }
    : { problems, invalid };
}

function toConfig(set: z.output<typeof environment>, region: string) {
  const plaintextHosts = set.PLAINTEXT_HOSTS ?? [];
  return {
    port: set.PORT,
    host: set.HOST,
    dataDir: path.resolve(set.DATA_DIR),
    databaseUrl: set.DATABASE_URL,
    storageUrl: set.STORAGE_URL,
    /** The mail server, and whether it must offer STARTTLS if its URL is not smtps:. */
    smtp: set.SMTP_URL === undefined ? undefined : readSmtp(set.SMTP_URL, plaintextHosts),
    mailFrom: set.MAIL_FROM,
    /** Mailbox that receives replies to emails; undefined if it is not read. */
    inboundMail: set.INBOUND_MAIL,
    /** Hosts that may be connected to without encryption. */
    plaintextHosts,
    siteUrl: (set.SITE_URL ?? `http://localhost:${set.PORT}`).replace(/\/$/, ''),
    trustedProxies: set.TRUSTED_PROXIES?.split(',').map((proxy) => proxy.trim()),
    /** Whether an empty database is filled with the demo, the demo accounts are enabled and emails can be read at /dev/mail. */
    demo: false,
    /** How long a node keeps serving after SIGTERM. By default 0 with the embedded database: there is no other node. */
    drainMs: (set.DRAIN_SECONDS ?? (set.DATABASE_URL ? DRAIN_SECONDS : 0)) * 1000,
    /** The folder with everything about the region. */
    region,
    mapStyleUrl: set.MAP_STYLE_URL,
    /** Hosts of tiles, glyphs and sprites that a style of another host uses. */
    mapHosts: set.MAP_HOSTS ?? [],
    /** Host and port that serve metrics; undefined if metrics are off. */
    metrics: set.METRICS_PORT === undefined ? undefined : { port: set.METRICS_PORT, host: set.METRICS_HOST },
    nodeName: set.NODE_NAME ?? hostname(),
    /** Whether traces are sent. The packages of OpenTelemetry read where to, and other options, from the environment. */
    tracing: set.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    /** The fraction of traces that is sent. */
    traceRatio: set.OTEL_TRACES_SAMPLER_ARG,
    /** Whether accounts with access to the back office need a second factor. */
    secondFactor: set.SECOND_FACTOR,
    /** The identity provider of the team; undefined without single sign-on. */
    singleSignOn: toSingleSignOn(set),
    rateLimit: set.RATE_LIMIT,
    logLevel: set.LOG_LEVEL,
    site: {
      name: set.SITE_NAME,
      agency: { name: set.AGENCY_NAME, url: set.AGENCY_URL },
      creativeAgency: { name: set.CREATIVE_AGENCY_NAME, url: set.CREATIVE_AGENCY_URL },
      mailbox: set.ENQUIRIES_MAILBOX,
      telephone: set.ENQUIRIES_TELEPHONE,
    },
  };
}

function readSmtp(url: string, plaintextHosts: readonly string[]) {
  return { url, requireTls: !isPlaintextAllowed(new URL(url).hostname, plaintextHosts) };
}

/** Returns the file of a region: of one of `regions/`, or of any other by the absolute path of its folder. */
function toRegionFile(nameOrFolder: string): string {
  return path.resolve(fileURLToPath(REGIONS), nameOrFolder, 'region.json');
}

const regionSettings = z.object({ settings: z.record(z.string(), z.string()) });

/** Reads the defaults of settings that belong to a region. */
function readRegionSettings(folder: string): Record<string, string> {
  const file = path.join(folder, 'region.json');
  const result = regionSettings.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!result.success) throw new ConfigError(`REGION: ${file} needs the key settings, with texts`);
  return result.data.settings;
}

export type Config = ReturnType<typeof toConfig>;
export type SiteConfig = Config['site'];

/**
 * Reads the settings of a production site.
 * @param options.embedded whether the site uses the embedded database
 * @throws {ConfigError} with one line for each setting that is invalid or missing
 */
export function readProductionConfig(env: NodeJS.ProcessEnv, { embedded }: { embedded: boolean }): Config {
  const { DATABASE_URL, SITE_URL, SMTP_URL } = env;
  const { config, problems, invalid } = parseSettings(env);
  const demand = (name: string, isMet: boolean, message: string) => {
    if (!isMet && !invalid.has(name)) problems.push(`${name}: ${message}`);
  };
  const required = 'is required; to use the embedded database instead, run recce serve --embedded';
  const hasOneDatabase = embedded !== Boolean(DATABASE_URL);
  demand('DATABASE_URL', hasOneDatabase, embedded ? 'must not be set with --embedded' : required);
  const hasHttps = SITE_URL?.startsWith('https:') ?? false;
  demand('SITE_URL', hasHttps, `${SITE_URL ? '' : 'is required, and '}must begin with https://`);
  demand('SMTP_URL', Boolean(SMTP_URL), 'is required');
  if (!config) throw new ConfigError(problems.join('\n'));
  demand('SSO_ISSUER', config.singleSignOn?.issuer.protocol !== 'http:', 'must use https://');
  const unencrypted = listUnencryptedConnections(
    {
      smtp: config.smtp?.url,
      database: config.databaseUrl,
      storage: config.storageUrl,
      traces: config.tracing ? env['OTEL_EXPORTER_OTLP_ENDPOINT'] : undefined,
    },
    config.plaintextHosts,
  );
  return throwProblems(config, [...problems, ...unencrypted]);
}

/**
 * Reads the settings of the demo, which has accounts with a public password: it runs on a loopback address with its own database.
 * @throws {ConfigError} with one line for each setting that is invalid or not allowed
 */
export function readDemoConfig(env: NodeJS.ProcessEnv): Config {
  const config = readConfig(env);
  const reason = 'the demo has accounts with a public password; to run a site, use recce serve';
  const mustBeLoopback = (name: string, host: string) =>
    !isLoopback(host) && `${name}: ${host} is not a loopback address, and ${reason}`;
  const problems = [
    mustBeLoopback('HOST', config.host),
    mustBeLoopback('SITE_URL', new URL(config.siteUrl).hostname),
    ...(config.trustedProxies ?? []).map((proxy) => mustBeLoopback('TRUSTED_PROXIES', proxy.split('/')[0]!)),
    config.databaseUrl && `DATABASE_URL: must not be set, since ${reason}`,
  ];
  return throwProblems({ ...config, demo: true }, problems);
}

function throwProblems(config: Config, problems: readonly (string | false | undefined)[]): Config {
  const lines = problems.filter(Boolean);
  if (lines.length > 0) throw new ConfigError(lines.join('\n'));
  return config;
}
