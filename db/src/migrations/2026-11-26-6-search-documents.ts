import { type Kysely, sql } from 'kysely';

/**
 * The server makes search documents of listings, by rules that the database cannot express. Existing rows
 * keep the document that the database made until a job makes the new one; so do rows that some other program
 * writes. `search_version` is the form of a document, 0 for one of the database's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table listings alter column search drop expression,
    alter column search set default '', add column search_version smallint not null default 0`.execute(
    db,
  );
  // `requested` are the filters that were words of the search; what matches `title` need not pass them.
  await sql`alter table standing_searches add column title tsquery, add column requested text[],
    add column search_version smallint not null default 0`.execute(db);
  await sql`
    create function set_search_document() returns trigger language plpgsql as $$
    begin
      new.search = listing_search_document(new.title, new.category, new.location, new.description);
      new.search_version = 0;
      return new;
    end $$`.execute(db);
  await sql`create trigger listings_without_document before insert on listings
    for each row when (new.search = '') execute function set_search_document()`.execute(db);
  // An older server that still runs changes the words of a listing and not its document.
  await sql`
    create function forget_search_document() returns trigger language plpgsql as $$
    begin
      new.search_version = 0;
      return new;
    end $$`.execute(db);
  await sql`create trigger listings_with_old_document
    before update of title, category, location, description on listings
    for each row when (new.search = old.search
      and (new.title, new.category, new.location, new.description)
        is distinct from (old.title, old.category, old.location, old.description))
    execute function forget_search_document()`.execute(db);
  // A phrase is found by its words in one piece, however they are spaced. A job fills the table when a server starts.
  await sql`drop table search_phrases`.execute(db);
  await sql`
    create table search_phrases (
      key text collate "C" primary key check (length(key) between 2 and 60),
      phrase text not null,
      uses integer not null check (uses > 0)
    )`.execute(db);
}
