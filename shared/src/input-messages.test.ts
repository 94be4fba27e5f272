import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import './input-messages.ts';
import { sendPhotosInput } from './messaging/inputs.ts';
import { listListingsInput, createListingInput } from './listings/inputs.ts';
import { pageInput } from './pagination.ts';
import { verifyInput } from './auth/schemas.ts';

function messages(schema: z.ZodType, input: unknown): string[] {
  return schema.safeParse(input).error?.issues.map(({ message }) => message) ?? [];
}

describe('a refusal of an input', () => {
  const page = pageInput(20);
  const limit = 'Limit must be a whole number from 1 to 100.';
  const listing = { title: 'Desk', price: '5', location: 'Troy' };
  it.each<[z.ZodType, unknown, string]>([
    [page, undefined, 'The input must be an object.'],
    [page, null, 'The input must be an object.'],
    [page, [], 'The input must be an object.'],
    [page, 'text', 'The input must be an object.'],
    [page, { limit: 'ten' }, limit],
    [page, { limit: NaN }, limit],
    [page, { limit: 0 }, limit],
    [page, { limit: 101 }, limit],
    [page, { limit: 1.5 }, limit],
    [page, { cursor: 5 }, 'Cursor must be text.'],
    [page, { cursor: 'x'.repeat(201) }, 'Cursor can have up to 200 characters.'],
    [verifyInput, { code: '123456' }, 'Token is required.'],
    [verifyInput, { code: '123456', token: null }, 'Token must be text.'],
    [createListingInput, { ...listing, images: {} }, 'Images must be a list.'],
    [createListingInput, { ...listing, images: ['a', 5] }, 'Item 2 of images must be text.'],
    [createListingInput, { ...listing, isFirmPrice: 'yes' }, 'Firm price must be true or false.'],
    [
      createListingInput,
      { ...listing, condition: 'used' },
      'Condition must be one of: new, like-new, good, fair, poor.',
    ],
    [listListingsInput, { withPhoto: 'maybe' }, 'With photo must be true or false.'],
    [listListingsInput, { sellerId: 5 }, 'Seller ID must be text.'],
    [
      sendPhotosInput,
      { clientId: crypto.randomUUID(), images: ['a'] },
      'Conversation ID is required.',
    ],
    [
      z.object({ startsAt: z.iso.datetime() }),
      { startsAt: 'noon' },
      `Starts at must be a date and time such as 2026-11-28T15:00:00Z.`,
    ],
    [z.object({ seq: z.int().min(0) }), { seq: -1 }, 'Seq must be a whole number of 0 or more.'],
    [z.object({ seq: z.number() }), { seq: Infinity }, 'Seq must be a number.'],
    [z.object({ seq: z.number().max(5) }), { seq: 6 }, 'Seq must be a number up to 5.'],
    [z.object({ key: z.string().min(1) }), { key: '' }, "Key can't be empty."],
    [z.object({ key: z.string().min(8) }), { key: '' }, 'Key must have at least 8 characters.'],
    [z.object({ key: z.string().regex(/x/) }), { key: '' }, "Key isn't in the right form."],
    [z.object({ kind: z.literal('USD') }), { kind: 1 }, 'Kind must be USD.'],
    [z.object({ ids: z.array(z.string()).min(1) }), { ids: [] }, "IDs can't be empty."],
    [z.object({ a: z.string().refine(() => false) }), { a: '' }, "A isn't valid."],
    [z.strictObject({}), { b: 1 }, "The input isn't valid."],
  ])('%#: %s, %j: %s', (schema, input, message) => {
    expect(messages(schema, input)).toEqual([message]);
  });

  it("uses the schema's message if it has one", () => {
    expect(messages(createListingInput, { ...listing, title: 5 })).toEqual(['Title is required']);
  });
});
