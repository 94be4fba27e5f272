import {
  button,
  indented,
  mailPage,
  type MailSite,
  newsFooter,
  oneLine,
  paragraph,
  quoted,
} from '../../platform/mailer/mail-page.ts';
import type { Mail } from '../../platform/mailer/mailer.ts';

type Site = MailSite & { unsubscribeUrl: string };

type Content = Pick<Mail, 'subject' | 'text' | 'html'>;

/** The mail that tells a seller of a review. Nobody's address is in it. */
export function reviewMail(
  review: {
    name: string;
    rating: number;
    comment: string | null;
    listingTitle: string;
    sellerId: string;
  },
  site: Site,
): Content {
  const { rating, comment, sellerId } = review;
  const name = oneLine(review.name);
  return newsMail(
    {
      subject: `${name} rated you ${rating} of 5`,
      lead: `${name} rated you ${rating} of 5 stars for "${oneLine(review.listingTitle)}".`,
      quote: comment,
      action: 'Read and reply',
      url: `${site.publicUrl}/users/${sellerId}`,
      why: 'You get this mail because somebody rated you',
    },
    site,
  );
}

/** The mail that tells the author of a review of the seller's reply. */
export function replyMail(
  reply: { name: string; reply: string; sellerId: string },
  site: Site,
): Content {
  const name = oneLine(reply.name);
  return newsMail(
    {
      subject: `${name} replied to your review`,
      lead: `${name} replied to your review.`,
      quote: reply.reply,
      action: 'Read the reply',
      url: `${site.publicUrl}/users/${reply.sellerId}`,
      why: 'You get this mail because you wrote a review',
    },
    site,
  );
}

interface News {
  subject: string;
  lead: string;
  quote: string | null;
  action: string;
  url: string;
  why: string;
}

function newsMail({ subject, lead, quote, action, url, why }: News, site: Site): Content {
  const footer = newsFooter(why, site);
  const words = quote === null ? '' : `\n${indented(quote)}\n`;
  const blocks = [paragraph(lead), ...(quote === null ? [] : [quoted(quote)]), button(url, action)];
  return {
    subject,
    text: `${lead}\n${words}\n${action}: ${url}\n\n${footer.text}`,
    html: mailPage({ subject, content: blocks.join('\n'), footer: footer.html }, site),
  };
}
