import { resolve } from 'node:path';
import * as z from 'zod';
import { categories } from '@marketplace/shared/listings/constants';

const flag = z.enum(['true', 'false'], 'true or false').transform((value) => value === 'true');
const modes = z.enum(['development', 'production', 'test'], 'development, production or test');
const number = z.coerce.number();
const port = number.int().min(1).max(65535);
const portText = 'a whole number from 1 to 65535';
const httpUrl = z.url({ protocol: /^https?$/, error: 'an http:// or https:// address' });
const bucket = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    'a bucket name of 3 to 63 lower-case letters, digits, dots and hyphens',
  );
const network = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
  .refine((text) => !text.endsWith('/0'));
const proxyList = z.string().transform((list) => list.split(',').map((entry) => entry.trim()));
const proxyCount = z.string().regex(/^[1-9]\d?$/);
/** The number of proxies in front of the server, or their addresses. `true` means one. */
const proxies = z
  .union([
    flag.transform((isOne) => (isOne ? 1 : false)),
    proxyCount.transform(Number),
    proxyList.pipe(z.array(network)),
  ])
  .default(false)
  .describe(
    'true, false, a number of proxies from 1, or their addresses, as in 10.0.0.1, 172.16.0.0/12',
  );
const mailDomain = z
  .hostname('a domain of up to 180 characters')
  .max(180, 'a domain of up to 180 characters')
  .toLowerCase();
const listingTerms = ['usual', 'wanted', ...categories.map(({ value }) => value)] as const;
/** Days until a listing ends, by category. `usual` is for all that are not named. */
const listingDays = z
  .string()
  .default('60')
  .transform((list) => {
    const terms = list.split(',').map((term) => term.split('=').map((part) => part.trim()));
    return Object.fromEntries([
      ['usual', '60'],
      ['wanted', '30'],
      ...terms.map((term) => (term.length === 1 ? ['usual', term[0]] : term)),
    ]);
  })
  .pipe(z.partialRecord(z.enum(listingTerms), number.int().min(8).max(3650)))
  .describe('days from 8 to 3650, also by category, as in 60, wanted=30, services=120');
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * Every variable that the server knows, as `.env.example` explains. The allowed values are the
 * variable's description if it has several checks, or else the message of its check.
 */
const variables = z.object({
  NODE_ENV: modes.optional(),
  PORT: port.default(3000).describe(portText),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: httpUrl.optional(),
  DATA_DIR: z.string().default('./data'),
  MIN_FREE_DISK_MB: number.int().min(0).default(500).describe('a whole number from 0'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'a postgres:// address' }).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'a redis:// or rediss:// address' }).optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: bucket.optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  S3_PUBLIC_URL: httpUrl.optional(),
  S3_BROWSER_ENDPOINT: httpUrl.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*@[^\r\n]+$/, 'an email address, or Name <address>')
    .optional(),
  INBOUND_MAIL_PORT: port.optional().describe(portText),
  INBOUND_MAIL_DOMAIN: mailDomain.optional(),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: httpUrl.optional(),
  OPENAI_MODEL: z.string().default('gpt-4o-mini'),
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_CLIENT_SECRET: z.string().optional(),
  PAYPAL_BASE_URL: httpUrl.default('https://api-m.paypal.com'),
  PAYPAL_WEBHOOK_ID: z.string().optional(),
  PUSH_SERVICE_URL: httpUrl.optional(),
  ADMIN_EMAILS: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((entry) => entry.trim().toLowerCase() || []))
    .pipe(z.array(z.email()))
    .describe('email addresses separated by commas'),
  ADMIN_SECOND_FACTOR_GRACE_DAYS: number
    .int()
    .min(0)
    .max(365)
    .default(7)
    .describe('a whole number of days from 0 to 365'),
  PRODUCT_NAME: z.string().max(60, 'up to 60 characters').default('Capital Region Marketplace'),
  OPERATOR_NAME: z.string().max(100, 'up to 100 characters').optional(),
  SUPPORT_EMAIL: z.email('an email address').default('support@example.com'),
  LISTING_DAYS: listingDays,
  FEATURED_POLICY: z.enum(['open', 'premium'], 'open or premium').default('open'),
  SESSION_SECRET: z.string().min(32, 'at least 32 characters').optional(),
  TRUST_PROXY: proxies,
  DRAIN_SECONDS: number.min(0).max(300).optional().describe('a number of seconds from 0 to 300'),
  RATE_LIMIT_FACTOR: number.positive().max(1_000_000).default(1).describe('a number above 0'),
  SEED_DEMO: flag.default(true),
  LOG_LEVEL: z.enum(logLevels, 'fatal, error, warn, info, debug, trace or silent').default('info'),
  METRICS_TOKEN: z.string().min(16, 'at least 16 characters').optional(),
  METRICS_PORT: port.optional().describe(portText),
});

const secrets = /SECRET|KEY|TOKEN|_URL$/;

/** An invalid configuration. The message lists each wrong variable and its allowed values. */
export class ConfigError extends Error {}

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the configuration from the environment and applies defaults. An empty variable counts as
 * unset. Throws ConfigError naming every wrong variable.
 */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = variables.safeParse(given);
  if (!result.success) {
    const problems = result.error.issues.map((issue) => describeIssue(issue, given));
    throw new ConfigError(problems.join('\n'));
  }
  const env = result.data;
  const problems = findContradictions(env);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`);
  return {
    production: env.NODE_ENV === 'production',
    development: env.NODE_ENV === 'development',
    port: env.PORT,
    host: env.HOST,
    /** The site's address, without a trailing slash. */
    publicUrl: publicUrl.href.replace(/\/$/, ''),
    publicUrlGiven: env.PUBLIC_URL !== undefined,
    secureCookies: publicUrl.protocol === 'https:',
    dataDir: resolve(env.DATA_DIR),
    minFreeDiskBytes: env.MIN_FREE_DISK_MB * 1024 * 1024,
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    s3: env.S3_ENDPOINT
      ? {
          endpoint: env.S3_ENDPOINT,
          region: env.S3_REGION,
          bucket: env.S3_BUCKET ?? '',
          accessKey: env.S3_ACCESS_KEY ?? '',
          secretKey: env.S3_SECRET_KEY ?? '',
          publicUrl: env.S3_PUBLIC_URL,
          browserEndpoint: env.S3_BROWSER_ENDPOINT,
        }
      : undefined,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? `${env.PRODUCT_NAME.replace(/["<>]/g, '')} <${env.SUPPORT_EMAIL}>`,
    /** Where replies by email arrive, and the domain of their addresses. */
    inboundMail:
      env.INBOUND_MAIL_PORT && env.INBOUND_MAIL_DOMAIN
        ? { port: env.INBOUND_MAIL_PORT, domain: env.INBOUND_MAIL_DOMAIN }
        : undefined,
    openai: env.OPENAI_API_KEY
      ? { apiKey: env.OPENAI_API_KEY, baseUrl: env.OPENAI_BASE_URL, model: env.OPENAI_MODEL }
      : undefined,
    paypal:
      env.PAYPAL_CLIENT_ID && env.PAYPAL_CLIENT_SECRET
        ? {
            clientId: env.PAYPAL_CLIENT_ID,
            clientSecret: env.PAYPAL_CLIENT_SECRET,
            /** The address of PayPal's API, without a trailing slash. */
            baseUrl: env.PAYPAL_BASE_URL.replace(/\/$/, ''),
            webhookId: env.PAYPAL_WEBHOOK_ID,
            /** PayPal's environments have different page scripts. */
            environment: environmentOf(env.PAYPAL_BASE_URL),
          }
        : undefined,
    /** The origin of a push service in the operator's network. */
    pushService: env.PUSH_SERVICE_URL && new URL(env.PUSH_SERVICE_URL).origin,
    adminEmails: env.ADMIN_EMAILS,
    /** How many days an admin may act without a second factor. */
    adminGraceDays: env.ADMIN_SECOND_FACTOR_GRACE_DAYS,
    brand: {
      productName: env.PRODUCT_NAME,
      operatorName: env.OPERATOR_NAME ?? env.PRODUCT_NAME,
      supportEmail: env.SUPPORT_EMAIL,
    },
    listingDays: env.LISTING_DAYS,
    featuredPolicy: env.FEATURED_POLICY,
    sessionSecret: env.SESSION_SECRET,
    trustProxy: env.TRUST_PROXY,
    drainSeconds: env.DRAIN_SECONDS ?? (env.NODE_ENV === 'production' ? 5 : 0),
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    seedDemo: env.SEED_DEMO,
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
    metricsPort: env.METRICS_PORT,
  };
}

function environmentOf(baseUrl: string): 'sandbox' | 'production' {
  return new URL(baseUrl).hostname.endsWith('.sandbox.paypal.com') ? 'sandbox' : 'production';
}

function describeIssue(issue: z.core.$ZodIssue, given: Record<string, string | undefined>): string {
  const name = String(issue.path[0]);
  const value = given[name] ?? '';
  const shown = secrets.test(name) ? `${value.length} characters` : JSON.stringify(value);
  const allowed = variables.shape[name as keyof typeof variables.shape].description;
  return `${name} is ${shown}; allowed: ${allowed ?? issue.message}.`;
}

function findContradictions(env: z.output<typeof variables>): string[] {
  const problems: string[] = [];
  const requireTogether = (names: (keyof typeof env)[]) => {
    const missing = names.filter((name) => env[name] === undefined);
    if (missing.length === 0 || missing.length === names.length) return;
    const allowed = `${names.join(', ')} all set or all unset`;
    problems.push(`${missing.join(', ')} is unset; allowed: ${allowed}.`);
  };
  requireTogether(['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY']);
  requireTogether(['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET']);
  requireTogether(['INBOUND_MAIL_PORT', 'INBOUND_MAIL_DOMAIN']);
  if (env.METRICS_PORT === env.PORT) {
    problems.push(`METRICS_PORT is ${env.PORT}; allowed: another port than PORT.`);
  }
  const inboundPort = env.INBOUND_MAIL_PORT;
  if (inboundPort && [env.PORT, env.METRICS_PORT].includes(inboundPort)) {
    const allowed = 'another port than PORT and METRICS_PORT';
    problems.push(`INBOUND_MAIL_PORT is ${inboundPort}; allowed: ${allowed}.`);
  }
  if (env.NODE_ENV === 'production' && !env.SMTP_URL) {
    problems.push('SMTP_URL is unset; allowed in production: an smtp:// or smtps:// address.');
  }
  if (env.NODE_ENV === 'production' && !env.SESSION_SECRET) {
    problems.push('SESSION_SECRET is unset; allowed in production: at least 32 characters.');
  }
  return problems;
}
