import { type Kysely, sql } from 'kysely';

/**
 * Warns readers of demands to pay before a meeting, whoever writes them, since scammers take over
 * accounts of old members too. The names of payment apps alone still concern new people and members
 * only. Rules that admins have edited or named alike stay as they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update screening_rules set max_standing = 3, version = version + 1
    where name = 'Checks and overpayment' and version = 1`.execute(db);
  await sql`
    insert into screening_rules
      (name, kinds, type, parameters, action, max_standing, topic, advice, enabled)
    values ('Payment before meeting', array['message'], 'pattern',
      ${JSON.stringify({ phrases, except: [] })}, 'warn', 3, 'payment',
      'Agree to pay when you meet.', true)
    on conflict do nothing`.execute(db);
}

const services = ['venmo', 'zelle', 'cash app', 'cashapp', 'paypal', 'gift card*', 'bitcoin'];

const phrases = [
  ...services.flatMap((service) => [`deposit * ${service}`, `${service} * deposit`]),
  ...services.flatMap((service) => [`${service} * first`, `${service} * before`]),
  ...['confirm', 'accept', 'receive', 'claim'].map((verb) => `${verb} * payment here`),
];
