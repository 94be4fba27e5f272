import ipaddr from 'ipaddr.js';
import type { Context, Session } from '../context.ts';
import { networkOf } from './networks.ts';

/** Keyed hashes that show whether two calls came from one mailbox, network or browser. */
export interface Traces {
  mailboxHash: Buffer;
  /** Null where the address is loopback or private, which many people share behind a proxy. */
  networkHash: Buffer | null;
  /** Null without the cookie of a browser, as for an API token. */
  browserHash: Buffer | null;
}

/** What stands in place of the traces of somebody who has left. */
export const noTraces = { mailboxHash: null, networkHash: null, browserHash: null };

/** Ranges of addresses that are not public. */
const notPublic = new Set(['carrierGradeNat', 'linkLocal', 'loopback', 'private', 'uniqueLocal']);

/** The traces of a call by a signed-in user. */
export function tracesOf({
  secrets,
  session: { user },
  ip,
  cookies: { browser },
}: Context & { session: Session }): Traces {
  const isPublic = ipaddr.isValid(ip) && !notPublic.has(ipaddr.process(ip).range());
  return {
    mailboxHash: secrets.hash('mailbox', mailboxOf(user.email)),
    networkHash: isPublic ? secrets.hash('network', networkOf(ip)) : null,
    browserHash: browser ? secrets.hash('browser', browser) : null,
  };
}

/** The mailbox that mail to an address most likely reaches: without dots and a part after a plus. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at).replace(/\+.*/, '').replaceAll('.', '');
  return local + email.slice(at);
}
