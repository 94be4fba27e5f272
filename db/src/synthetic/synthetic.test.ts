import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect, inject, it } from 'vitest';
import { createPool } from '../database.ts';
import { migrate } from '../migrate.ts';
import { seedSynthetic } from './synthetic.ts';

const indexes = `select array_agg(pg_get_indexdef(indexrelid) order by pg_get_indexdef(indexrelid)) as found
  from pg_index
  join pg_class on pg_class.oid = indrelid where relnamespace = 'public'::regnamespace`;

const counts = `select
  (select count(*)::int from listings) as listings,
  (select sum(count)::int from totals where kind = 'listings') as counted,
  (select count(*)::int from listing_images where not exists (
    select from listings where id = listing_id)) as of_no_listing,
  (select count(*)::int from listing_images where not exists (
    select from images where id = image_id)) as of_no_image,
  (select count(*)::int from reviews) = (select sum(rating_count)::int from users) as is_rated`;

it(
  'the next run restores the indexes that a failed run dropped',
  { timeout: 120_000 },
  async () => {
    const name = `synthetic_${randomUUID().replaceAll('-', '')}`;
    const url = new URL(inject('postgresUrl'));
    const admin = new Client({ connectionString: url.href });
    await admin.connect();
    await admin.query(`create database ${name}`);
    url.pathname = `/${name}`;
    const pool = createPool({ connectionString: url.href }, () => undefined);
    try {
      await migrate(pool);
      const before = (await pool.query(indexes)).rows[0].found;
      let done = 0;
      const failing = seedSynthetic(pool, {
        listings: 50_000,
        onProgress(count) {
          done = count;
          throw new Error('The terminal is gone.');
        },
      });
      await expect(failing).rejects.toThrow('The terminal is gone.');
      expect((await pool.query(indexes)).rows[0].found.length).toBeLessThan(before.length);

      await seedSynthetic(pool, { listings: 10, onProgress: () => undefined });
      expect((await pool.query(indexes)).rows[0].found).toEqual(before);
      const listings = done + 10;
      expect((await pool.query(counts)).rows[0]).toEqual({
        ...{ listings, counted: listings, of_no_listing: 0, of_no_image: 0, is_rated: true },
      });
    } finally {
      await pool.end();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    }
  },
);
