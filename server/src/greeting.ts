import type { Config } from './platform/config.ts';

/** Where it is, where mail goes, and how to become the admin: printed once it listens. */
export function greetingOf(config: Config): string {
  const site = config.publicUrl;
  const mail = config.smtpUrl
    ? `Mail      is sent through ${new URL(config.smtpUrl).host}`
    : `Mail      lands in ${site}/dev/mail (open it on this machine)`;
  return [
    `${config.brand.productName} is running.`,
    '',
    `Open      ${site}`,
    mail,
    `Admin     sign in as ${adminHint(config)}`,
  ].join('\n');
}

function adminHint(config: Config): string {
  const demo = config.databaseUrl === undefined && config.seedDemo;
  if (demo) return 'admin@example.com: the code is in the mail page';
  return 'yourself, then open /admin/initialize while there is no admin yet';
}
