import { escapeHtml } from '@marketplace/shared/texts';
import { formatPrice } from '@marketplace/shared/money';
import { regionDayText } from '@marketplace/shared/regions/region-day';
import type { AppContext } from '../../../app-context.ts';
import * as mail from '../../../platform/mailer/mail-page.ts';
import { oneLine } from '../../../platform/mailer/mail-page.ts';
import { queueMails } from '../../../platform/mailer/queue-mail.ts';
import type { StoredEntry } from '../../../realtime/feed.ts';
import { notifyAll } from '../../notifications/notifications.ts';
import { unsubscribeUrl } from '../../notifications/preferences.ts';
import { type LinkAct, linkTexts, listingLink } from './listing-links.ts';

type MailContext = Pick<AppContext, 'db' | 'secrets' | 'config'>;

/** A listing that its seller is notified of. */
export interface ListingNotice {
  id: string;
  sellerId: string;
  title: string;
  price: string;
  ends: Date;
}

type What = 'ending' | 'ended' | 'asked';

/** The links of an email about each of its listings. */
const acts: Record<What, LinkAct[]> = {
  ending: ['renew', 'sold', 'let-end'],
  ended: ['renew'],
  asked: ['confirm', 'sold', 'end'],
};

/** How many listings one email shows. The page My Listings has all of them. */
const shownListings = 20;

/**
 * Notifies each seller of these listings by one entry in their notification center and, if they
 * want it, one email. Returns the events. Call it in the transaction that changes the listings.
 */
export async function notifySellers(
  ctx: MailContext,
  what: What,
  listings: ListingNotice[],
): Promise<StoredEntry[]> {
  if (listings.length === 0) return [];
  const sellers = await ctx.db
    .selectFrom('users')
    .select(['id', 'email', 'mailListings'])
    .where('id', 'in', [...new Set(listings.map(({ sellerId }) => sellerId))])
    .where((eb) => eb.and({ deactivatedAt: null, deletedAt: null }))
    .orderBy('id')
    .execute();
  const bySeller = Map.groupBy(listings, ({ sellerId }) => sellerId);
  const drafts = sellers.flatMap(({ id }) => {
    const [first, ...others] = bySeller.get(id) ?? [];
    if (!first) return [];
    const ends = first.ends.toISOString();
    const data = { what, listingId: first.id, listingTitle: first.title, ends };
    const count = others.length + 1;
    return [{ userId: id, groupKey: `listing-${what}`, type: 'listing' as const, data, count }];
  });
  const mails = sellers.flatMap(({ id, email, mailListings }) => {
    const own = bySeller.get(id) ?? [];
    if (!mailListings || own.length === 0) return [];
    const site = { ...ctx.config, unsubscribeUrl: unsubscribeUrl(ctx, id, { list: 'listings' }) };
    const linkOf = (act: LinkAct, { id: listingId }: ListingNotice) =>
      listingLink(ctx, { act, listingId, sellerId: id });
    const content = endingMail(what, own, { site, linkOf });
    return [{ to: email, ...content, unsubscribeUrl: site.unsubscribeUrl, isBulk: true }];
  });
  await queueMails(ctx.db, ctx.secrets, mails);
  return notifyAll(ctx.db, drafts);
}

interface Links {
  site: mail.MailSite & { unsubscribeUrl: string };
  linkOf: (act: LinkAct, listing: ListingNotice) => string;
}

function endingMail(what: What, listings: ListingNotice[], { site, linkOf }: Links) {
  const subject = subjectOf(what, listings);
  const lead = leads[what];
  const shown = listings.slice(0, shownListings);
  const all = `${site.publicUrl}/my-listings`;
  const footer = mail.unsubscribeFooter(
    "You're receiving this email because you have a listing",
    site,
  );
  const texts = shown.map((listing) => {
    const links = acts[what].map((act) => `${linkTexts[act].label}: ${linkOf(act, listing)}`);
    return [aboutOf(what, listing), ...links].join('\n');
  });
  const blocks = shown.map((listing) => {
    const links = acts[what].map(
      (act) =>
        `<a href="${escapeHtml(linkOf(act, listing))}" style="color:#1f6f58">${escapeHtml(linkTexts[act].label)}</a>`,
    );
    return `<p style="margin:0 0 20px;word-break:break-word"><strong>${escapeHtml(aboutOf(what, listing))}</strong><br>${links.join(' &middot; ')}</p>`;
  });
  return {
    subject,
    text: `${lead}\n\n${texts.join('\n\n')}\n\nAll your listings: ${all}\n\n${footer.text}`,
    html: mail.mailPage(
      {
        subject,
        content: [mail.paragraph(lead), ...blocks, mail.button(all, 'My Listings')].join('\n'),
        footer: footer.html,
      },
      site,
    ),
  };
}

const leads: Record<What, string> = {
  ending:
    'Still have it? Renew to move it back to the top. If you do nothing, it leaves the marketplace on its last day.',
  ended: 'Still have it? You can renew for a year, and your listing goes back to the top.',
  asked:
    'Buyers have waited more than two weeks for an answer. If you do nothing within a week, the listing ends.',
};

function subjectOf(what: What, listings: ListingNotice[]): string {
  const [first, ...others] = listings as [ListingNotice, ...ListingNotice[]];
  const count = listings.length;
  const name = others.length === 0 ? `“${oneLine(first.title)}”` : `${count} of your listings`;
  const subjects: Record<What, string> = {
    ending: others.length === 0 ? `${name} ends ${regionDayText(+first.ends)}` : `${name} end soon`,
    ended: `${name} ended`,
    asked: others.length === 0 ? `Is ${name} still available?` : `Are ${name} still available?`,
  };
  return subjects[what];
}

function aboutOf(what: What, { title, price, ends }: ListingNotice): string {
  const end = what === 'ending' ? `, ends ${regionDayText(ends.getTime())}` : '';
  return `${oneLine(title)}, ${formatPrice(price)}${end}`;
}
