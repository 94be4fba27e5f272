import ipaddr from 'ipaddr.js';
import type { Context, Session } from '../context.ts';
import { networkOf } from './networks.ts';
import type { Secrets } from './secrets.ts';

/** Keyed hashes that show whether two calls came from one mailbox, network or browser. */
export interface Traces {
  mailboxHash: Buffer;
  /** Null if the address is loopback or private, because many people share it behind a proxy. */
  networkHash: Buffer | null;
  /** Null without a browser cookie, for example in calls with an API token. */
  browserHash: Buffer | null;
}

/** The traces of a deleted user. */
export const noTraces = { mailboxHash: null, networkHash: null, browserHash: null };

const notPublic = new Set(['carrierGradeNat', 'linkLocal', 'loopback', 'private', 'uniqueLocal']);

/** Returns the traces of a signed-in user's call. */
export function tracesOf(ctx: Context & { session: Session }): Traces {
  return traceHashes(ctx, ctx.session.user.email);
}

/** Returns the traces of a call by the owner of an email address, who may not be signed in yet. */
export function traceHashes(
  { secrets, ip, cookies: { browser } }: Pick<Context, 'secrets' | 'ip' | 'cookies'>,
  email: string,
): Traces {
  const isPublic = ipaddr.isValid(ip) && !notPublic.has(ipaddr.process(ip).range());
  return {
    mailboxHash: mailboxHashOf(secrets, email),
    networkHash: isPublic ? secrets.hash('network', networkOf(ip)) : null,
    browserHash: browser ? secrets.hash('browser', browser) : null,
  };
}

/** Returns the keyed hash of the mailbox that an address most likely reaches. */
export function mailboxHashOf(secrets: Secrets, email: string): Buffer {
  return secrets.hash('mailbox', mailboxOf(email));
}

/** Returns the mailbox that an address most likely reaches, without dots and a plus part. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at).replace(/\+.*/, '').replaceAll('.', '');
  return local + email.slice(at);
}
