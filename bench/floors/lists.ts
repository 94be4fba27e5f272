import Fastify from 'fastify';
import { Pool } from 'pg';

/**
 * The baseline for lists and searches: a bare Fastify server that answers each with one join,
 * written as plainly as possible. It has no sign-in, no checks and no log, and imports nothing from
 * the marketplace. Its responses have the same fields as the marketplace's.
 */
const { DATABASE_URL, PORT } = process.env;
const pool = new Pool({ connectionString: DATABASE_URL, max: 20 });

interface Query {
  category?: string;
  town?: string;
  towns?: string;
  minPrice?: string;
  maxPrice?: string;
  sort?: string;
  search?: string;
}

const orders: Record<string, string> = {
  newest: 'l.created_at desc, l.id desc',
  'price-asc': 'l.price, l.created_at desc, l.id desc',
  'price-desc': 'l.price desc, l.created_at desc, l.id desc',
  along: "array_position(string_to_array($1, '|'), l.town), l.created_at desc, l.id desc",
  relevance: 'ts_rank(l.search, q) desc, l.created_at desc, l.id desc',
};

/** Names a statement for each combination of filters and order, so that each is planned once. */
function statementOf({ sort = 'newest', ...query }: Query) {
  const values: string[] = [];
  // The first two are conditions of the partial indexes.
  const conditions = ['l.visible', 'l.deleted_at is null', `l.availability = 'available'`];
  const add = (condition: string, value: string | undefined) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition.replace('?', `$${values.length}`));
  };
  add("l.town = any(string_to_array(?, '|'))", query.towns);
  add('l.category = ?', query.category);
  add('l.town = ?', query.town);
  add('l.price >= ?', query.minPrice);
  add('l.price <= ?', query.maxPrice);
  add('l.search @@ q', query.search);
  const from = query.search
    ? `websearch_to_tsquery('simple', $${values.length}) q, listings l`
    : 'listings l';
  const text = `${selection(from)}
    where ${conditions.join(' and ')}
    order by ${orders[sort]}
    limit 24`;
  return { name: [sort, ...Object.keys(query)].join(' '), text, values };
}

const selection = (from: string) => `
    select l.id, l.seller_id, l.title, l.description, l.price, l.category, l.location, l.condition,
      l.is_active, l.is_featured, l.availability, l.is_firm_price, l.previous_price, l.kind,
      l.sold_at, l.version, l.created_at, l.details, u.first_name, u.last_name, u.username,
      u.avatar_image_id, u.can_use_paypal, u.rating_sum, u.rating_count, pictures.list as pictures
    from ${from}
    join users u on u.id = l.seller_id
    left join lateral (
      select json_agg(json_build_array(i.id, i.placeholder, i.avif) order by li.position) as list
      from listing_images li join images i on i.id = li.image_id
      where li.listing_id = l.id
    ) pictures on true`;

const one = { name: 'listing', text: `${selection('listings l')} where l.id = $1` };

/** Returns the word from titles that is most similar to a misspelled one. */
async function similarWord(word: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ word: string }>({
    name: 'similar word',
    text: 'select word from search_words where word % $1 order by word <-> $1 limit 1',
    values: [word],
  });
  return rows[0]?.word;
}

/** Finds phrases from titles that begin with the typed text. */
const phrases = `select phrase from search_phrases where phrase like $1 || '%'
  order by uses desc, phrase limit 6`;

interface Row {
  [column: string]: unknown;
  rating_sum: number;
  rating_count: number;
  pictures: [string, string, boolean][] | null;
}

function viewOf(row: Row) {
  const pictures = row.pictures ?? [];
  const rating = row.rating_count ? Math.round((10 * row.rating_sum) / row.rating_count) / 10 : 0;
  return {
    id: row['id'],
    sellerId: row['seller_id'],
    title: row['title'],
    description: row['description'],
    price: row['price'],
    category: row['category'],
    location: row['location'],
    condition: row['condition'],
    isActive: row['is_active'],
    isFeatured: row['is_featured'],
    availability: row['availability'],
    isFirmPrice: row['is_firm_price'],
    previousPrice: row['previous_price'],
    kind: row['kind'],
    soldAt: row['sold_at'],
    expiresAt: null,
    awayUntil: null,
    version: row['version'],
    createdAt: row['created_at'],
    details: row['details'],
    images: pictures.map(([id]) => `/img/${id}/1280.webp`),
    placeholders: pictures.map(([, placeholder]) => placeholder),
    avif: pictures.map(([, , avif]) => avif),
    sellerName: [row['first_name'], row['last_name']].filter(Boolean).join(' '),
    sellerRating: rating,
    sellerReviewCount: row.rating_count,
    seller: {
      id: row['seller_id'],
      firstName: row['first_name'],
      lastName: row['last_name'],
      username: row['username'],
      profileImageUrl: row['avatar_image_id'] && `/img/${String(row['avatar_image_id'])}/320.webp`,
      sellerRating: rating,
      sellerReviewCount: row.rating_count,
      canUsePaypal: row['can_use_paypal'],
    },
  };
}

const app = Fastify();
app.get('/readyz', () => ({}));
app.get<{ Querystring: Query }>('/list', async ({ query }) => {
  const { rows } = await pool.query<Row>(statementOf(query));
  const search = rows.length === 0 && query.search && (await similarWord(query.search));
  if (!search) return rows.map(viewOf);
  const found = await pool.query<Row>(statementOf({ ...query, search }));
  return found.rows.map(viewOf);
});
app.get<{ Querystring: { query: string } }>('/suggest', ({ query: { query } }) =>
  pool.query({ name: 'suggest', text: phrases, values: [query] }).then(({ rows }) => rows),
);
app.get<{ Params: { id: string } }>('/listing/:id', ({ params }) =>
  pool.query<Row>({ ...one, values: [params.id] }).then(({ rows }) => rows.map(viewOf)[0]),
);
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit(0));
