import { type Kysely, sql } from 'kysely';

/** Listings that people hid from their lists. Without a listing, all of the seller's are hidden. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The first two columns of the unique index find what a user hid of a seller.
  await sql`
    create table hidden_listings (
      user_id uuid not null references users on delete cascade,
      seller_id uuid not null references users on delete cascade,
      listing_id uuid references listings on delete cascade,
      created_at timestamptz(3) not null default now(),
      unique nulls not distinct (user_id, seller_id, listing_id)
    )`.execute(db);
  await sql`create index hidden_listings_by_seller on hidden_listings (seller_id)`.execute(db);
  await sql`create index hidden_listings_by_listing on hidden_listings (listing_id)
    where listing_id is not null`.execute(db);
}
