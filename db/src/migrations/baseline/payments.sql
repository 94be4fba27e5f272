-- Orders of the official store, paid by PayPal.

-- Orders outlive the accounts and listings that they name, because they are bookkeeping. refusals
-- counts the captures that PayPal refused: each further try needs a new request id there.
create table orders (
  id uuid primary key default gen_random_uuid(),
  paypal_order_id text not null constraint orders_paypal_order_key unique
    check (length(paypal_order_id) between 1 and 64),
  capture_id text constraint orders_capture_key unique,
  listing_id uuid not null references listings,
  buyer_id uuid not null references users,
  seller_id uuid not null references users,
  title text not null,
  delivery text not null check (delivery in ('pickup', 'shipping')),
  price numeric(9, 2) not null check (price > 0),
  shipping numeric(9, 2) not null check (shipping >= 0),
  total numeric(10, 2) not null check (total = price + shipping),
  refunded numeric(10, 2) not null default 0 check (refunded >= 0),
  state text not null default 'created'
    check (state in ('created', 'approved', 'captured', 'failed', 'refunded')),
  refusals integer not null default 0 check (refusals >= 0),
  created_at timestamptz(3) not null default now(),
  captured_at timestamptz(3),
  constraint orders_not_oneself check (buyer_id <> seller_id)
);
create index orders_by_buyer on orders (buyer_id, created_at desc, id desc);
create index orders_by_seller on orders (seller_id, created_at desc, id desc)
  where captured_at is not null;
create index orders_by_listing on orders (listing_id);

-- Ids of webhook events that were handled, so that each counts once.
create table paypal_events (
  id text primary key check (length(id) between 1 and 100),
  type text not null,
  received_at timestamptz(3) not null default now()
);
