import { describe, expect, it } from 'vitest';
import { type Facts, levelOf, levels } from './levels.ts';

const none: Facts = {
  ...{ ageDays: 0, daysPresent: 1, conversations: 0, handovers: 0, orders: 0 },
  ...{ upheldReports: 0, rejectedReports: 0, decisions: 0, adjustment: 0 },
};
const member = { ageDays: 3, daysPresent: 2 };
const regular = { ageDays: 30, daysPresent: 8, conversations: 3 };
const trusted = { ageDays: 180, daysPresent: 30, conversations: 10, handovers: 5 };

describe('levelOf', () => {
  it.each<[string, Partial<Facts>, (typeof levels)[number]]>([
    ['nothing', {}, 'new'],
    ['three days of age without a second visit', { ageDays: 3 }, 'new'],
    ['two visits within two days', { ageDays: 2, daysPresent: 2 }, 'new'],
    ['two visits within three days', member, 'member'],
    ['a conversation on the first day', { conversations: 1 }, 'member'],
    ['an order on the first day', { orders: 1 }, 'member'],
    ['many conversations and hand-overs in a month', { ...trusted, ageDays: 29 }, 'member'],
    ['a month with few visits', { ...regular, daysPresent: 7 }, 'member'],
    ['a month with two conversations', { ...regular, conversations: 2 }, 'member'],
    ['a month with three conversations', regular, 'regular'],
    ['a month with a hand-over', { ageDays: 30, daysPresent: 8, handovers: 1 }, 'regular'],
    ['a month with many orders', { ageDays: 30, daysPresent: 30, orders: 9 }, 'member'],
    ['half a year with few hand-overs', { ...trusted, handovers: 4 }, 'regular'],
    ['half a year with few visits', { ...trusted, daysPresent: 29 }, 'regular'],
    ['half a year with hand-overs', trusted, 'trusted'],
    [
      'as many reports upheld as rejected',
      { ...trusted, upheldReports: 2, rejectedReports: 2 },
      'trusted',
    ],
    ['more reports rejected than upheld', { ...trusted, rejectedReports: 1 }, 'regular'],
    ['a decision against a new account', { decisions: 1 }, 'new'],
    ['a decision against a member', { ...member, decisions: 1 }, 'new'],
    ['several decisions against a trusted person', { ...trusted, decisions: 3 }, 'regular'],
    ['an adjustment upward', { adjustment: 2 }, 'regular'],
    ['an adjustment above the highest level', { ...trusted, adjustment: 3 }, 'trusted'],
    ['an adjustment below the lowest level', { ...member, adjustment: -3 }, 'new'],
    ['an adjustment and a decision', { ...trusted, adjustment: -1, decisions: 1 }, 'member'],
  ])('of %s', (_, facts, level) => {
    expect(levels[levelOf({ ...none, ...facts })]).toBe(level);
  });
});
