-- Reviews, reports, the cases that collect them, and the audit log.

-- reviewer_id becomes null when the author deletes the account; the review stays without a name.
-- 'sealed' lasts until both people have written about a deal, or until release_at. The hashes are
-- keyed, so that no address can be read from them.
create table reviews (
  id uuid primary key default gen_random_uuid(),
  seller_id uuid not null references users on delete cascade,
  reviewer_id uuid references users on delete set null,
  listing_id uuid not null references listings,
  sale_id uuid references sales on delete set null,
  about text not null default 'seller' check (about in ('seller', 'buyer')),
  rating smallint not null check (rating between 1 and 5),
  comment text check (length(comment) between 1 and 500),
  reply text check (length(reply) between 1 and 500),
  replied_at timestamptz(3),
  state text not null default 'public'
    check (state in ('public', 'held', 'uncounted', 'sealed')),
  release_at timestamptz(3),
  mailbox_hash bytea,
  network_hash bytea,
  browser_hash bytea,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint reviews_not_oneself check (reviewer_id <> seller_id),
  constraint reviews_sealed check ((state = 'sealed') = (release_at is not null))
);
create index reviews_by_seller on reviews (seller_id, created_at desc, id desc);
create index reviews_of_buyer on reviews (seller_id, created_at desc, id desc)
  where about = 'buyer';
create index reviews_to_release on reviews (release_at) where release_at is not null;
-- A sealed review replaces an earlier one of the same listing when it is released.
create unique index reviews_once_key on reviews (reviewer_id, seller_id, listing_id)
  where state <> 'sealed';
create unique index reviews_once_in_deal on reviews (sale_id, reviewer_id);

-- A case collects the reports on one target until it is decided. A later report opens a new case.
-- Targets have no foreign key, because they are of several kinds and the record outlives them.
create table moderation_cases (
  id uuid primary key default gen_random_uuid(),
  target_type text not null check (target_type in ('listing', 'message', 'review', 'user')),
  target_id uuid not null,
  owner_id uuid references users on delete set null,
  status text not null default 'open' check (status in ('open', 'decided')),
  reporter_count integer not null default 0 check (reporter_count >= 0),
  claimed_by uuid references users on delete set null,
  claimed_at timestamptz(3),
  decision text
    check (decision in ('dismiss', 'flag', 'delete', 'warn', 'deactivate', 'publish')),
  reason text check (length(reason) between 1 and 1000),
  decided_by uuid references users on delete set null,
  decided_at timestamptz(3),
  undo jsonb,
  created_at timestamptz(3) not null default now(),
  last_report_at timestamptz(3) not null default now()
);
create unique index moderation_cases_open_key on moderation_cases (target_type, target_id)
  where status = 'open';
create index moderation_cases_queue on moderation_cases (status, last_report_at desc, id desc);
create index moderation_cases_by_target on moderation_cases
  (target_type, target_id, decided_at desc);
create index moderation_cases_by_owner on moderation_cases (owner_id, decided_at desc)
  where status = 'decided';

-- carries_weight: the report counts toward hiding its listing. The hashes are keyed, so that no
-- address can be read from them.
create table reports (
  id uuid primary key default gen_random_uuid(),
  case_id uuid not null references moderation_cases on delete cascade,
  reporter_id uuid references users on delete set null,
  target_type text not null check (target_type in ('listing', 'message', 'review', 'user')),
  target_id uuid not null,
  reason text not null check (length(reason) between 1 and 60),
  comment text check (length(comment) between 1 and 1000),
  evidence jsonb,
  carries_weight boolean not null default false,
  mailbox_hash bytea,
  network_hash bytea,
  created_at timestamptz(3) not null default now(),
  constraint reports_once_key unique (reporter_id, target_type, target_id)
);
create index reports_by_case on reports (case_id, created_at desc);
create index reports_by_target on reports (target_type, target_id);

create table audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid references users on delete set null,
  action text not null,
  target_type text not null,
  target_id uuid,
  reason text,
  details jsonb,
  created_at timestamptz(3) not null default now()
);
create index audit_log_by_target on audit_log (target_type, target_id, id desc);
