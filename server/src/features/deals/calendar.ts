import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { meetupMinutes } from '@marketplace/shared/deals/constants';
import { personName } from '@marketplace/shared/users/names';
import { assertId, notFound } from '../../errors.ts';
import type { Config } from '../../platform/config.ts';
import { oneLine } from '../../platform/mailer/mail-page.ts';
import { currentTitle } from '../messaging/conversations.ts';

/**
 * Returns a meetup as a calendar file (RFC 5545). All meetups of a conversation are one event with
 * a growing sequence number, so that calendars replace the earlier one. Throws NOT_FOUND for anyone
 * but the two people.
 */
export async function meetupCalendar(
  { db, config }: { db: Db; config: Pick<Config, 'publicUrl' | 'brand'> },
  { meetupId, userId }: { meetupId: string; userId: string },
): Promise<string> {
  assertId(meetupId, 'Meetup');
  const meetup = await getMeetup(db, meetupId, userId);
  const { publicUrl, brand } = config;
  const [status, step] = states[meetup.status] ?? ['CANCELLED', 2];
  const end = new Date(meetup.startsAt.getTime() + meetupMinutes * 60_000);
  const url = `${publicUrl}/messages?c=${meetup.conversationId}`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(brand.productName)}//Meetups//EN`,
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${meetup.conversationId}@${new URL(publicUrl).hostname}`,
    `SEQUENCE:${meetup.earlier * 3 + step}`,
    `STATUS:${status}`,
    `DTSTAMP:${utc(new Date())}`,
    `DTSTART:${utc(meetup.startsAt)}`,
    `DTEND:${utc(end)}`,
    `SUMMARY:${escapeText(`Meetup: ${oneLine(meetup.title)}`)}`,
    `LOCATION:${escapeText(meetup.place)}`,
    `DESCRIPTION:${escapeText(`With ${oneLine(personName(meetup))}\n${url}`)}`,
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** The event status for each meetup status, and its step within the sequence of the meetup. */
const states: Record<string, readonly [string, number]> = {
  proposed: ['TENTATIVE', 0],
  accepted: ['CONFIRMED', 1],
  // A calendar should still show the past event.
  missed: ['CONFIRMED', 1],
};

/** Returns a meetup and the other person's name. Throws NOT_FOUND. */
function getMeetup(db: Db, meetupId: string, userId: string) {
  return db
    .selectFrom('meetups as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversationId')
    .innerJoin('listings as l', 'l.id', 'c.listingId')
    .innerJoin('users as o', (join) =>
      join.on(
        sql<boolean>`o.id = case c.seller_id when ${userId} then c.buyer_id else c.seller_id end`,
      ),
    )
    .select(['m.conversationId', 'm.place', 'm.startsAt', 'm.status', currentTitle.as('title')])
    .select(['o.firstName', 'o.lastName', 'o.username', 'o.deletedAt'])
    .select(
      sql<number>`(select count(*)::integer from meetups e
        where e.conversation_id = m.conversation_id and e.created_at < m.created_at)`.as('earlier'),
    )
    .where('m.id', '=', meetupId)
    .where((eb) => eb.or([eb('c.buyerId', '=', userId), eb('c.sellerId', '=', userId)]))
    .executeTakeFirstOrThrow(() => notFound('Meetup'));
}

/** Formats a time as '20261128T200000Z'. */
const utc = (moment: Date) => moment.toISOString().replaceAll(/[-:]|\.\d+/g, '');

function escapeText(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, ' ');
}

/** Folds a line to at most 75 bytes without splitting a character. The rest begins with a space. */
function fold(line: string): string {
  const lines = [''];
  for (const character of line) {
    const last = lines.at(-1) ?? '';
    if (Buffer.byteLength(last + character) > 75) lines.push(` ${character}`);
    else lines[lines.length - 1] = last + character;
  }
  return lines.join('\r\n');
}
