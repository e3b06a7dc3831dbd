import { isIP } from 'node:net';
import path from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

const flag = (byDefault: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(byDefault)
    .transform((value) => value === 'on');
const url = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    message: `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    // Later checks parse the URL.
    abort: true,
  });

const environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./var'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  STORAGE_URL: url('file:', 's3:').optional(),
  SEARCH: z.enum(['memory', 'postgres']).default('memory'),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^<>\r\n]*<?[^<>@\s]+@[^<>@\s]+>?$/, 'must be an e-mail address, or written: Name <address>')
    .default('Recce Scotland <no-reply@recce.example>'),
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
  DEMO: z.enum(['on', 'off']).optional(),
  MAP_STYLE_URL: url('http:', 'https:').optional(),
  RATE_LIMIT: flag('on'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  SITE_NAME: z.string().min(1).default('Recce Scotland'),
  AGENCY_NAME: z.string().min(1).default('Screen Alba'),
  AGENCY_URL: url('http:', 'https:').default('https://screen-alba.example'),
  CREATIVE_AGENCY_NAME: z.string().min(1).default('Creative Alba'),
  CREATIVE_AGENCY_URL: url('http:', 'https:').default('https://creative-alba.example'),
  ENQUIRIES_MAILBOX: z.string().min(3).default('locations@screen-alba.example'),
  ENQUIRIES_TELEPHONE: z.string().min(3).default('0131 496 0142'),
});

/** Long enough for a load balancer that checks readiness every second. */
const DRAIN_SECONDS = 3;

function isAddressOrRange(text: string): boolean {
  return isIP(text) !== 0 || ipaddr.isValidCIDR(text);
}

/** Whether a host name is a loopback address. */
function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);
}

/** Invalid settings; the message has one line for each. */
export class ConfigError extends Error {}

/**
 * Reads and validates the settings. An empty variable counts as not set.
 * @throws {ConfigError} with one line for each invalid setting
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = environment.safeParse(variables);
  if (!result.success) {
    throw new ConfigError(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  const set = result.data;
  const siteUrl = (set.SITE_URL ?? `http://localhost:${set.PORT}`).replace(/\/$/, '');
  const demo = set.DEMO ? set.DEMO === 'on' : set.DATABASE_URL === undefined && set.NODE_ENV !== 'production';
  const hosts = Object.entries({ HOST: set.HOST, SITE_URL: new URL(siteUrl).hostname });
  const reachable = hosts.filter(([, host]) => !isLoopback(host));
  if (demo && reachable.length > 0) {
    const lines = reachable.map(
      ([name, host]) =>
        `${name}: ${host} is not a loopback address, and the password of the demo accounts is public: set DEMO=off, or set ${name} to a loopback address`,
    );
    throw new ConfigError(lines.join('\n'));
  }
  return {
    production: set.NODE_ENV === 'production',
    port: set.PORT,
    host: set.HOST,
    dataDir: path.resolve(set.DATA_DIR),
    databaseUrl: set.DATABASE_URL,
    storageUrl: set.STORAGE_URL,
    search: set.SEARCH,
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM,
    siteUrl,
    /** Whether the site can be reached from this machine only. */
    loopback: reachable.length === 0,
    trustedProxies: set.TRUSTED_PROXIES?.split(',').map((proxy) => proxy.trim()),
    /** Whether an empty database is filled with the demo, and the demo accounts are enabled. */
    demo,
    /** How long a node keeps serving after SIGTERM. By default 0 with the embedded database: there is no other node. */
    drainMs: (set.DRAIN_SECONDS ?? (set.DATABASE_URL ? DRAIN_SECONDS : 0)) * 1000,
    mapStyleUrl: set.MAP_STYLE_URL,
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

export type Config = ReturnType<typeof readConfig>;
export type SiteConfig = Config['site'];
