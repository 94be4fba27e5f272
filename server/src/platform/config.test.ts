import { expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const complaint = (environment: Record<string, string>) => {
  try {
    readConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return error instanceof ConfigError ? error.message : '';
  }
  return '';
};

it('needs no variables, and treats an empty variable as unset', () => {
  const config = readConfig({ PORT: '', DATABASE_URL: '' });
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    rateLimitFactor: 1,
    featuredPolicy: 'open',
    brand: {
      productName: 'Capital Region Marketplace',
      operatorName: 'Capital Region Marketplace',
    },
  });
  expect(config.databaseUrl).toBeUndefined();
});

it.each([
  ['PORT', 'eighty', '"eighty"', 'a whole number from 1 to 65535'],
  ['PORT', '70000', '"70000"', 'a whole number from 1 to 65535'],
  ['PUBLIC_URL', 'example.com', '11 characters', 'an http:// or https:// address'],
  ['DATABASE_URL', 'mysql://u:secret@h/d', '20 characters', 'a postgres:// address'],
  ['PRODUCT_NAME', 'x'.repeat(61), `"${'x'.repeat(61)}"`, 'up to 60 characters'],
  ['OPERATOR_NAME', 'x'.repeat(101), `"${'x'.repeat(101)}"`, 'up to 100 characters'],
  ['FEATURED_POLICY', 'all', '"all"', 'open or premium'],
  ['ADMIN_EMAILS', 'a@example.com,b', '"a@example.com,b"', 'email addresses separated by commas'],
  ['RATE_LIMIT_FACTOR', '0', '"0"', 'a number above 0'],
  ['SEED_DEMO', 'yes', '"yes"', 'true or false'],
  ['LOG_LEVEL', 'loud', '"loud"', 'fatal, error, warn, info, debug, trace or silent'],
  ['INBOUND_MAIL_DOMAIN', 'a b', '"a b"', 'a domain of up to 180 characters'],
  ['SESSION_SECRET', 'short', '5 characters', 'at least 32 characters'],
])(
  'refuses %s=%s with the name, the given value and the allowed values',
  (...[name, value, shown, allowed]) => {
    expect(complaint({ [name]: value })).toBe(`${name} is ${shown}; allowed: ${allowed}.`);
  },
);

it.each(['sometimes', '0', '1.2.3', '10.0.0.0/0', '10.0.0.0/33', '10.0.0.1, 2'])(
  'refuses TRUST_PROXY=%s',
  (value) => {
    expect(complaint({ TRUST_PROXY: value })).toBe(
      `TRUST_PROXY is "${value}"; allowed: true, false, a number of proxies from 1, or their addresses, as in 10.0.0.1, 172.16.0.0/12.`,
    );
  },
);

it('names every wrong variable at once and reveals no secret', () => {
  const message = complaint({ PORT: 'x', SMTP_URL: 'http://user:hunter2@mail' });
  expect(message).toMatch(/^PORT is/m);
  expect(message).toMatch(/^SMTP_URL is/m);
  expect(message).not.toContain('hunter2');
});

it('requires related variables together', () => {
  expect(complaint({ S3_ENDPOINT: 'http://localhost:9000' })).toContain('S3_BUCKET, S3_ACCESS_KEY');
  expect(complaint({ INBOUND_MAIL_PORT: '2525' })).toContain('INBOUND_MAIL_DOMAIN is unset');
  const mail = { INBOUND_MAIL_PORT: '3000', INBOUND_MAIL_DOMAIN: 'Reply.example.com' };
  expect(complaint(mail)).toBe(
    'INBOUND_MAIL_PORT is 3000; allowed: another port than PORT and METRICS_PORT.',
  );
  expect(readConfig({ ...mail, INBOUND_MAIL_PORT: '2525' }).inboundMail).toEqual({
    port: 2525,
    domain: 'reply.example.com',
  });
  expect(complaint({ PAYPAL_CLIENT_ID: 'x' })).toContain('PAYPAL_CLIENT_SECRET is unset');
});

it('requires SMTP and a secret in production', () => {
  const message = complaint({ NODE_ENV: 'production' });
  expect(message).toContain('SMTP_URL is unset');
  expect(message).toContain('SESSION_SECRET is unset');
});

it('reads the list of admins and marks cookies secure under https', () => {
  const config = readConfig({
    ADMIN_EMAILS: ' Ann@Example.com, bob@example.com ,',
    PUBLIC_URL: 'https://market.example/',
  });
  expect(config.adminEmails).toEqual(['ann@example.com', 'bob@example.com']);
  expect(config).toMatchObject({ publicUrl: 'https://market.example', secureCookies: true });
});
