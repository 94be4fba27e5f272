import { imagePath } from '@marketplace/shared/media/urls';
import { formatPrice } from '@marketplace/shared/money';
import type { SearchFrequency } from '@marketplace/shared/searches/schemas';
import { escapeHtml } from '@marketplace/shared/texts';
import {
  font,
  mailPage,
  type MailSite,
  unsubscribeFooter,
  oneLine,
  quiet,
  quietLink,
} from '../../platform/mailer/mail-page.ts';
import type { Mail } from '../../platform/mailer/mailer.ts';
import { alertTitle } from '../notifications/notification.view.ts';

/** The matches of one search. */
export interface Alert {
  userId: string;
  searchId: string;
  name: string;
  filter: Record<string, string | number | boolean>;
  frequency: SearchFrequency;
  count: number;
  listings: [AlertListing, ...AlertListing[]];
}

interface AlertListing {
  id: string;
  title: string;
  price: string;
  reason: 'new' | 'drop';
  location: string;
  imageId: string | null;
  width: number;
  height: number;
  /** True if the user was notified of the listing at this price within the last day. */
  isNotified: boolean;
}

interface Site extends MailSite {
  unsubscribeUrl: string;
  pauseUrl: (searchId: string) => string;
}

/** How many searches one email shows. The email says how many more have matches. */
const shownSearches = 20;

export function alertMail(alerts: Alert[], site: Site): Pick<Mail, 'subject' | 'text' | 'html'> {
  const subject = subjectOf(alerts);
  const shown = alerts.slice(0, shownSearches);
  const others = alerts.length - shown.length;
  const rest = others > 0 && `And ${others} more ${others === 1 ? 'search' : 'searches'}`;
  const searchesUrl = `${site.publicUrl}/searches`;
  const why = "You're receiving this email because you've saved a search";
  const footer = unsubscribeFooter(why, site);
  const text = shown.map((alert) => sectionText(alert, site));
  const content = shown.map((alert) => sectionHtml(alert, site));
  if (rest) {
    text.push(`${rest}: ${searchesUrl}`);
    content.push(`<p style="margin:0">${link(searchesUrl, rest)}</p>`);
  }
  const line = '\n<hr style="margin:24px 0;border:0;border-top:1px solid #e0e6e3">\n';
  return {
    subject,
    text: `${text.join('\n\n----\n\n')}\n\n${footer.text}`,
    html: mailPage({ subject, content: content.join(line), footer: footer.html }, site),
  };
}

function subjectOf(alerts: Alert[]): string {
  const [only, ...others] = alerts as [Alert, ...Alert[]];
  const [listing] = only.listings;
  if (others.length === 0 && only.count === 1) {
    const what = listing.reason === 'drop' ? 'Price drop' : 'New';
    return `${what}: ${oneLine(listing.title)}, ${formatPrice(listing.price)}`;
  }
  if (others.length === 0) return oneLine(titleOf(only));
  const count = alerts.reduce((sum, alert) => sum + alert.count, 0);
  return `${count} new listings from your saved searches`;
}

const titleOf = (alert: Alert) => alertTitle({ ...alert, reason: alert.listings[0].reason });

function aboutOf({ price, reason, location }: AlertListing): string {
  const text = formatPrice(price) + (reason === 'drop' ? ', price drop' : '');
  return location ? `${text} · ${location}` : text;
}

/** Returns the text of the link to all matches: 'See all 12' if the email does not show all. */
function allOf({ count, listings }: Alert): string {
  return count > listings.length ? `See all ${count}` : 'Open the search';
}

function sectionText(alert: Alert, site: Site): string {
  return [
    titleOf(alert),
    ...alert.listings.map(
      (listing) => `${oneLine(listing.title)}\n${aboutOf(listing)}\n${listingUrl(listing, site)}`,
    ),
    `${allOf(alert)}: ${site.publicUrl}${pathOf(alert)}`,
    `Pause this search: ${site.pauseUrl(alert.searchId)}`,
  ].join('\n\n');
}

function sectionHtml(alert: Alert, site: Site): string {
  const all = link(site.publicUrl + pathOf(alert), allOf(alert));
  const pause = quietLink(site.pauseUrl(alert.searchId), 'Pause this search');
  return `<h2 style="margin:0 0 16px;font-size:18px;line-height:1.3;font-weight:600;word-break:break-word">${escapeHtml(oneLine(titleOf(alert)))}</h2>
${alert.listings.map((listing) => listingHtml(listing, site)).join('\n')}
<p style="margin:0;font-size:14px;${quiet}">${all} &middot; ${pause}</p>`;
}

function listingHtml(listing: AlertListing, site: Site): string {
  const url = escapeHtml(listingUrl(listing, site));
  const title = escapeHtml(oneLine(listing.title));
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">
<tr><td width="96" valign="top" style="padding:0 16px 0 0"><a href="${url}">${pictureHtml(listing, site)}</a></td><td valign="middle" style="${font};font-size:16px;line-height:1.4;color:#1d2b26;word-break:break-word"><a href="${url}" style="color:#1d2b26;font-weight:600;text-decoration:none">${title}</a><br><span style="font-size:14px;${quiet}">${escapeHtml(aboutOf(listing))}</span></td></tr>
</table>`;
}

const pictureBox = 'display:block;border:0;border-radius:8px;background:#f3f5f4';

/** Returns the listing's picture at up to 96 px, with its size, so that it is not distorted. */
function pictureHtml({ imageId, ...size }: AlertListing, { publicUrl }: Site): string {
  if (!imageId) return `<span style="${pictureBox};width:96px;height:72px"></span>`;
  const scale = 96 / Math.max(size.width, size.height);
  const width = Math.max(1, Math.round(size.width * scale));
  const height = Math.max(1, Math.round(size.height * scale));
  const address = escapeHtml(publicUrl + imagePath(imageId, 320));
  return `<img src="${address}" width="${width}" height="${height}" alt="" style="${pictureBox}">`;
}

const listingUrl = ({ id }: AlertListing, { publicUrl }: Site) => `${publicUrl}/listings/${id}`;

function link(url: string, text: string): string {
  return `<a href="${escapeHtml(url)}" style="color:#1f6f58">${escapeHtml(text)}</a>`;
}

/** Returns the path of the page with all matches: for a search by seller, the seller's page. */
export function pathOf({ filter }: Pick<Alert, 'filter'>): string {
  const { sellerId, ...others } = filter;
  if (sellerId !== undefined) return `/users/${sellerId}`;
  return `/listings?${new URLSearchParams(others as Record<string, string>)}`;
}
