import { type Kysely, sql } from 'kysely';

/**
 * Adds the rules that texts and listings are screened by, how often each was met a day, and when a
 * listing was held. A held listing is inactive, like one that reports have hidden.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table screening_rules (
      id uuid primary key default gen_random_uuid(),
      name text not null check (length(name) between 1 and 100),
      kinds text[] not null check (cardinality(kinds) > 0
        and kinds <@ array['listing', 'message', 'name', 'review']),
      type text not null check (type in
        ('words', 'pattern', 'links', 'phone', 'price', 'repeat', 'flood', 'picture')),
      parameters jsonb not null,
      action text not null check (action in ('allow', 'warn', 'hold', 'refuse')),
      max_standing smallint not null check (max_standing between 0 and 3),
      guideline smallint,
      topic text not null check (topic in ('payment', 'codes', 'couriers', 'other')),
      advice text not null check (length(advice) between 1 and 300),
      enabled boolean not null,
      version integer not null default 1,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    )`.execute(db);
  // Decisions name the rule, so a name belongs to one.
  await sql`create unique index screening_rules_name_key on screening_rules (lower(name))`.execute(
    db,
  );
  await sql`
    create table screening_counts (
      rule_id uuid not null references screening_rules on delete cascade,
      day date not null,
      met integer not null,
      primary key (rule_id, day)
    )`.execute(db);
  await sql`create index decisions_by_rule on decisions (created_at, rule)
    where rule is not null`.execute(db);
  await sql`alter table listings add column held_at timestamptz(3)`.execute(db);
  await sql`create index listings_held on listings (held_at) where held_at is not null`.execute(db);
  await sql`create index reviews_newest on reviews (created_at desc, id desc)`.execute(db);
  // A 64-bit hash of what a picture looks like; null for one that was uploaded before.
  await sql`alter table images add column look bigint`.execute(db);
  for (const rule of rules) {
    const { name, kinds, type, phrases, except = [], parameters = { phrases, except } } = rule;
    const { action, maxStanding, guideline, topic, advice } = rule;
    await sql`
      insert into screening_rules
        (name, kinds, type, parameters, action, max_standing, guideline, topic, advice,
          enabled)
      values (${name}, ${kinds}, ${type}, ${JSON.stringify(parameters)}, ${action},
        ${maxStanding}, ${guideline}, ${topic}, ${advice}, true)`.execute(db);
  }
}

interface Rule {
  name: string;
  kinds: string[];
  type: string;
  phrases?: string[];
  except?: string[];
  parameters?: object;
  action: string;
  maxStanding: number;
  /** The number of the community rule that the rule serves. */
  guideline: number;
  topic: string;
  advice: string;
}

const services = ['venmo', 'zelle', 'cash app', 'cashapp', 'paypal', 'gift card*', 'bitcoin'];

/** Most defaults only warn, because honest people write about the same things. */
const rules: Rule[] = [
  {
    name: 'Payment apps and gift cards',
    kinds: ['message'],
    type: 'pattern',
    phrases: [
      ...['venmo', 'zelle', 'cash app', 'cashapp', 'paypal friends', 'friends and family'],
      ...['western union', 'moneygram', 'gift card*', 'itunes card*', 'steam card*', 'bitcoin'],
      ...['crypto', 'cryptocurrency', 'wire transfer*', 'wire * money', 'bank transfer*'],
    ],
    except: [
      ...['gift card holder*', 'gift card display*', 'gift card box*'],
      ...['venmo * at pickup', 'zelle * at pickup', 'cash app * at pickup', 'venmo * when we meet'],
      ...['zelle * when we meet', 'cash app * when we meet', 'friends and family discount'],
    ],
    action: 'warn',
    maxStanding: 1,
    guideline: 7,
    topic: 'payment',
    advice: 'Agree to pay when you meet.',
  },
  {
    name: 'Checks and overpayment',
    kinds: ['message'],
    type: 'pattern',
    phrases: [
      ...["cashier's check*", 'cashier check*', 'certified check*', 'bank check', 'e check'],
      ...['overpay*', 'overpaid', 'deposit the check', 'check will clear', 'check clears'],
      ...['refund the difference', 'refund * the rest', 'send * the extra', 'send back the *'],
    ],
    except: ['send * the extra photo*', 'send * the extra pic*', 'overpaid for'],
    action: 'warn',
    maxStanding: 3,
    guideline: 7,
    topic: 'payment',
    advice: 'Agree on the price of the listing, and pay when you meet.',
  },
  {
    // Scammers take over accounts of old members too, so this concerns everyone.
    name: 'Payment before meeting',
    kinds: ['message'],
    type: 'pattern',
    phrases: [
      ...services.flatMap((service) => [`deposit * ${service}`, `${service} * deposit`]),
      ...services.flatMap((service) => [`${service} * first`, `${service} * before`]),
      ...['confirm', 'accept', 'receive', 'claim'].map((verb) => `${verb} * payment here`),
    ],
    action: 'warn',
    maxStanding: 3,
    guideline: 7,
    topic: 'payment',
    advice: 'Agree to pay when you meet.',
  },
  {
    name: 'Talk about codes',
    kinds: ['message'],
    type: 'pattern',
    phrases: [
      ...['verification code*', 'verify code', 'security code', 'confirmation code', 'google code'],
      ...['google voice', 'digit code', 'digits code', 'digit pin', 'login code', 'sign in code'],
      ...['one time code', 'one time password', 'passcode', 'otp code', 'code I sent you'],
      ...['code * to verify', 'code * to confirm you', 'code * prove you'],
    ],
    action: 'warn',
    maxStanding: 3,
    guideline: 7,
    topic: 'codes',
    advice: "Don't ask for codes.",
  },
  {
    name: 'Asking for a code',
    kinds: ['message'],
    type: 'pattern',
    phrases: ['send me', 'text me', 'tell me', 'give me', 'read me', 'forward me'].flatMap(
      (ask) => [`${ask} * digit code`, `${ask} * verification code`, `${ask} * google code`],
    ),
    action: 'refuse',
    maxStanding: 3,
    guideline: 7,
    topic: 'codes',
    advice: 'Remove the request for a code. Nobody here needs a code from someone else.',
  },
  {
    name: 'Couriers and movers',
    kinds: ['message'],
    type: 'pattern',
    phrases: [
      ...['my courier*', 'courier will', 'courier company', 'send * courier*', 'send * mover*'],
      ...['send * movers', 'movers will', 'mover will', 'shipping agent*', 'pickup agent*'],
      ...['pick up agent*', 'shipper will', 'fedex will', 'ups will', 'usps will', 'dhl will'],
      ...['my assistant will', 'my agent will', 'out of town right now', 'currently offshore'],
    ],
    action: 'warn',
    maxStanding: 1,
    guideline: 7,
    topic: 'couriers',
    advice: 'Meet in person, or say who will come.',
  },
  {
    name: 'Links from new accounts',
    kinds: ['message'],
    type: 'links',
    parameters: { allowed: [] },
    action: 'warn',
    maxStanding: 0,
    guideline: 5,
    topic: 'other',
    advice: 'Leave out the link.',
  },
  {
    name: 'Phone numbers from new accounts',
    kinds: ['message'],
    type: 'phone',
    parameters: {},
    action: 'warn',
    maxStanding: 0,
    guideline: 6,
    topic: 'other',
    advice: 'Leave out the phone number.',
  },
  {
    name: 'Adult content',
    kinds: ['listing'],
    type: 'pattern',
    phrases: [
      ...['escort service*', 'erotic massage*', 'sensual massage*', 'nude massage*', 'onlyfans'],
      ...['porn', 'porno*', 'sex toy*', 'dildo*', 'hookup tonight', 'call girl*', 'sugar daddy'],
    ],
    action: 'hold',
    maxStanding: 3,
    guideline: 3,
    topic: 'other',
    advice: "Adult content and services aren't allowed here. Remove them from the listing.",
  },
  {
    name: 'Weapons',
    kinds: ['listing'],
    type: 'pattern',
    phrases: [
      ...['handgun*', 'ghost gun*', 'ar 15', 'ak 47', 'glock*', 'ammunition', 'live ammo'],
      ...['rounds of ammo', 'switchblade*', 'brass knuckle*', 'hand grenade*', 'pipe bomb*'],
      ...['assault rifle*', 'hunting rifle*', 'silencer for gun*', 'sawed off shotgun*'],
    ],
    except: ['ammunition box*', 'ammunition can*', 'ammunition crate*', 'glockenspiel*'],
    action: 'hold',
    maxStanding: 3,
    guideline: 3,
    topic: 'other',
    advice: "Weapons and ammunition aren't allowed here. Remove them from the listing.",
  },
  {
    name: 'Price far below similar listings',
    kinds: ['listing'],
    type: 'price',
    parameters: { percent: 25 },
    action: 'hold',
    maxStanding: 0,
    guideline: 2,
    topic: 'other',
    advice: 'Check the price, and say in the description why the item is so cheap.',
  },
  {
    name: 'Same text in many listings',
    kinds: ['listing'],
    type: 'repeat',
    parameters: { times: 3 },
    action: 'hold',
    maxStanding: 0,
    guideline: 5,
    topic: 'other',
    advice: 'Describe what this item is and how it differs from your others.',
  },
  {
    name: 'Many listings at once',
    kinds: ['listing'],
    type: 'flood',
    parameters: { times: 15, hours: 1 },
    action: 'hold',
    maxStanding: 0,
    guideline: 5,
    topic: 'other',
    advice: 'Wait an hour before you post more listings.',
  },
  {
    name: "Another seller's picture",
    kinds: ['listing'],
    type: 'picture',
    parameters: {},
    action: 'hold',
    maxStanding: 0,
    guideline: 2,
    topic: 'other',
    advice: 'Use photos that you took of this item.',
  },
];
