import type { Target } from '../attacks/target.ts';
import type { Answer, Visitor } from '../attacks/visitor.ts';
import { ownId, type Person } from './town.ts';

/** The result of one attacker. */
export interface Outcome {
  attacker: string;
  /** Describes the attempts, with their number. */
  tried: string;
  /** How many of the tries did the harm that they were meant to do. */
  through: number;
  /** How many may get through before the campaign fails. */
  allowed: number;
  /** How long the longest harm that others could see was visible, in ms. */
  visibleMs?: number;
}

export interface Scene {
  target: Target;
  town: Person[];
  /** How many accounts an attacker brings. */
  size: number;
}

export type Attacker = (scene: Scene) => Promise<Outcome[]>;

/** An account of an attacker. */
export interface Account {
  id: string;
  browser: Visitor;
}

/** Signs in an attacker's accounts. Those beyond the limits of a network are left out. */
export async function signInMany(
  { target, size }: Scene,
  who: (at: number) => [email: string, ip: string],
): Promise<Account[]> {
  const accounts: Account[] = [];
  for (let at = 0; at < size; at += 1) {
    const browser = await target.signIn(...who(at)).catch((error: unknown) => {
      if (error instanceof Error && error.message.endsWith(': 429')) return null;
      throw error;
    });
    if (browser) accounts.push({ browser, id: await ownId(browser) });
  }
  if (accounts.length === 0) throw new Error('None of the accounts could sign in.');
  return accounts;
}

/** Throws unless a step that an attack needs succeeded, so that no attack fails by mistake. */
export function succeeded(answer: Answer): Answer {
  if (answer.status < 300) return answer;
  throw new Error(`A step of an attack failed: ${JSON.stringify(answer.body)}`);
}

export async function report(by: Visitor, targetId: string): Promise<void> {
  const reported = { targetType: 'listing', targetId, reason: 'scam' };
  succeeded(await by.mutate('moderation.report', reported));
}

/** Returns whether a visitor can read a listing. */
export async function isVisible({ target }: Scene, listingId: string): Promise<boolean> {
  const answer = await target.visitor('192.0.2.1').rest('GET', `/api/listings/${listingId}`);
  return answer.status === 200;
}
