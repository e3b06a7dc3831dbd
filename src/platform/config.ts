import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { isLoopback, isPlaintextAllowed, listUnencryptedConnections } from './encrypted-connections.ts';
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
  SEARCH: z.enum(['memory', 'postgres']).default('memory'),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^<>\r\n]*<?[^<>@\s]+@[^<>@\s]+>?$/, 'must be an e-mail address, or written: Name <address>'),
  INBOUND_MAIL: url('imap:', 'imaps:')
    .refine((text) => new URL(text).username !== '' && new URL(text).password !== '', {
      message: 'must have a user and a password: imaps://USER:PASSWORD@HOST/MAILBOX',
      abort: true,
    })
    .refine(isDecodable, { message: 'must have each % of the user, the password and the folder written as %25' })
    .transform(parseMailbox)
    .optional(),
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

const REGIONS = new URL('../../regions/', import.meta.url);
export const DEFAULT_REGION = fileURLToPath(new URL('scotland', REGIONS));

/** A host name with an optional port, or all subdomains of one. */
const HOST = /^(\*\.)?[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*(:\d{1,5})?$/i;

/** Long enough for a load balancer that checks readiness every second. */
const DRAIN_SECONDS = 3;

function isAddressOrRange(text: string): boolean {
  return isIP(text) !== 0 || ipaddr.isValidCIDR(text);
}

/** Whether all % of a text begin a code such as %2F. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** A mailbox that is read by IMAP. */
export interface MailboxConfig {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly isLoopback: boolean;
  readonly user: string;
  readonly password: string;
  /** The folder. */
  readonly path: string;
  /** Without the password. */
  readonly name: string;
}

function parseMailbox(text: string): MailboxConfig {
  const { protocol, hostname, port, username, password, pathname } = new URL(text);
  const secure = protocol === 'imaps:';
  const [user, path] = [decodeURIComponent(username), decodeURIComponent(pathname.slice(1)) || 'INBOX'];
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 993 : 143),
    ...{ secure, isLoopback: isLoopback(hostname), user, password: decodeURIComponent(password), path },
    name: `${user}@${hostname}/${path}`,
  };
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
export function readConfig(env: NodeJS.ProcessEnv) {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const named = environment.shape.REGION.safeParse(variables['REGION']);
  const region = named.data === undefined ? DEFAULT_REGION : path.dirname(toRegionFile(named.data));
  const result = environment.safeParse({ ...readRegionSettings(region), ...variables });
  const problems = [
    ...findMisspeltSettings(variables, SETTING_NAMES),
    ...(result.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...(result.success ? findSingleSignOnProblems(result.data, (name) => variables[name] !== undefined) : []),
  ];
  if (!result.success || problems.length > 0) throw new ConfigError(problems.join('\n'));
  const set = result.data;
  const plaintextHosts = set.PLAINTEXT_HOSTS ?? [];
  return {
    port: set.PORT,
    host: set.HOST,
    dataDir: path.resolve(set.DATA_DIR),
    databaseUrl: set.DATABASE_URL,
    storageUrl: set.STORAGE_URL,
    search: set.SEARCH,
    /** The mail server, and whether it must offer STARTTLS if its URL is not smtps:. */
    smtp: set.SMTP_URL === undefined ? undefined : readSmtp(set.SMTP_URL, plaintextHosts),
    mailFrom: set.MAIL_FROM,
    /** Where replies to mails arrive; undefined if they are not read. */
    inboundMail: set.INBOUND_MAIL,
    /** Hosts to which connections need not be encrypted. */
    plaintextHosts,
    siteUrl: (set.SITE_URL ?? `http://localhost:${set.PORT}`).replace(/\/$/, ''),
    trustedProxies: set.TRUSTED_PROXIES?.split(',').map((proxy) => proxy.trim()),
    /** Whether an empty database is filled with the demo, the demo accounts are enabled and mails can be read at /dev/mail. */
    demo: false,
    /** How long a node keeps serving after SIGTERM. By default 0 with the embedded database: there is no other node. */
    drainMs: (set.DRAIN_SECONDS ?? (set.DATABASE_URL ? DRAIN_SECONDS : 0)) * 1000,
    /** The folder with everything about the region. */
    region,
    mapStyleUrl: set.MAP_STYLE_URL,
    /** Hosts of tiles, glyphs and sprites that a style of another host uses. */
    mapHosts: set.MAP_HOSTS ?? [],
    /** Where metrics are served; undefined if they are not. */
    metrics: set.METRICS_PORT === undefined ? undefined : { port: set.METRICS_PORT, host: set.METRICS_HOST },
    nodeName: set.NODE_NAME ?? hostname(),
    /** Whether traces are sent. The packages of OpenTelemetry read where to, and other options, from the environment. */
    tracing: set.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    /** The part of all traces that is sent. */
    traceRatio: set.OTEL_TRACES_SAMPLER_ARG,
    /** Whether accounts with access to the back office need a second factor. */
    secondFactor: set.SECOND_FACTOR,
    /** The provider at which the team logs in; undefined if there is none. */
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

export type Config = ReturnType<typeof readConfig>;
export type SiteConfig = Config['site'];

/**
 * Reads the settings of a production site.
 * @param options.embedded whether the site uses the embedded database
 * @throws {ConfigError} with one line for each setting that is invalid or missing
 */
export function readProductionConfig(env: NodeJS.ProcessEnv, { embedded }: { embedded: boolean }): Config {
  const { DATABASE_URL, SITE_URL, SMTP_URL } = env;
  const ofProduction = [
    !embedded &&
      !DATABASE_URL &&
      'DATABASE_URL: is required; to use the embedded database instead, run recce serve --embedded',
    embedded && DATABASE_URL && 'DATABASE_URL: must not be set with --embedded',
    !SITE_URL?.startsWith('https:') && `SITE_URL: ${SITE_URL ? '' : 'is required, and '}must begin with https://`,
    !SMTP_URL && 'SMTP_URL: is required',
  ];
  const config = readConfigWith(ofProduction, env);
  const problems = [
    ...ofProduction,
    config.singleSignOn && config.singleSignOn.issuer.protocol !== 'https:' && 'SSO_ISSUER: must use https://',
    ...listUnencryptedConnections(
      {
        ...{ smtp: config.smtp?.url, database: config.databaseUrl, storage: config.storageUrl },
        traces: config.tracing ? env['OTEL_EXPORTER_OTLP_ENDPOINT'] : undefined,
      },
      config.plaintextHosts,
    ),
  ];
  return throwProblems(config, problems);
}

/** Like readConfig; if that throws, these problems are named too. */
function readConfigWith(problems: readonly (string | false | undefined)[], env: NodeJS.ProcessEnv): Config {
  try {
    return readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const lines = error.message.split('\n');
    const isNamed = (problem: string) =>
      lines.some((line) => line.startsWith(problem.slice(0, problem.indexOf(':') + 1)));
    const others = problems.filter((problem) => typeof problem === 'string' && problem !== '' && !isNamed(problem));
    throw new ConfigError([...lines, ...others].join('\n'));
  }
}

/**
 * Reads the settings of the demo, which has accounts with a public password: it runs on a loopback address with a database of its own.
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
