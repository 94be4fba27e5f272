import type { AppContext } from './app-context.ts';
import type { Config } from './platform/config.ts';
import { isLoopbackHost } from './platform/loopback.ts';
import { devMailPath } from './rest/dev-mail.ts';

/** Where it is, where mail goes, and how to become the admin: printed once it listens. */
export function greetingOf({ config, secrets }: AppContext): string {
  const site = config.publicUrl;
  const mail = config.smtpUrl
    ? `Mail      is sent through ${new URL(config.smtpUrl).host}`
    : `Mail      lands in ${mailSite(config)}${devMailPath({ config, secrets })} (open it on this machine)`;
  return [
    `${config.brand.productName} is running.`,
    '',
    `Open      ${site}`,
    ...networkHint(config),
    mail,
    `Admin     sign in as ${adminHint(config)}`,
  ].join('\n');
}

/** What is missing where it listens to a network, under whose names it does not answer yet. */
function networkHint({ host, publicUrlGiven, port }: Config): string[] {
  if (publicUrlGiven || isLoopbackHost(host) || host === '::1') return [];
  return [
    `Network   is refused until PUBLIC_URL is set, as in PUBLIC_URL=http://192.168.1.5:${port}`,
  ];
}

/** Past a proxy that may be in front, through which the mail page is closed. */
function mailSite({ publicUrl, port }: Config): string {
  const isLoopback = isLoopbackHost(new URL(publicUrl).hostname);
  return isLoopback ? publicUrl : `http://localhost:${port}`;
}

function adminHint(config: Config): string {
  const demo = config.databaseUrl === undefined && config.seedDemo;
  if (demo) return 'admin@example.com: the code is in the mail page';
  return 'yourself, then open /admin/initialize while there is no admin yet';
}
