import { type Delivery, formatAmount } from '@marketplace/shared/payments/constants';
import {
  button,
  escapeHtml,
  font,
  mailPage,
  type MailSite,
  oneLine,
  paragraph,
  quiet,
  supportLink,
} from '../../platform/mailer/mail-page.ts';
import type { Mail } from '../../platform/mailer/mailer.ts';

interface Sold {
  paypalOrderId: string;
  title: string;
  delivery: Delivery;
  price: string;
  shipping: string;
  total: string;
  otherName: string;
}

type Content = Pick<Mail, 'subject' | 'text' | 'html'>;

/** The buyer's receipt, with what happens next. Nobody's address is in it. */
export function buyerReceipt(sold: Sold, site: MailSite): Content {
  const title = oneLine(sold.title);
  const seller = oneLine(sold.otherName);
  const next =
    sold.delivery === 'pickup'
      ? `Write to ${seller} on the listing's page to agree on when and where to pick it up.`
      : `${seller} ships it to the address that you gave PayPal.`;
  const lead = `Thank you. Your payment for "${title}" was received.`;
  return receipt({ subject: `Your receipt for ${title}`, lead, next, sold }, site);
}

/** Tells the seller of a sale, with what happens next. Nobody's address is in it. */
export function sellerReceipt(sold: Sold, site: MailSite): Content {
  const title = oneLine(sold.title);
  const buyer = oneLine(sold.otherName);
  const next =
    sold.delivery === 'pickup'
      ? `${buyer} picks it up and will write to you to agree on when and where.`
      : `Please ship it. The address is with the payment in your PayPal account.`;
  const lead = `${buyer} bought "${title}" and has paid for it.`;
  return receipt({ subject: `Sold: ${title}`, lead, next, sold }, site);
}

interface Letter {
  subject: string;
  lead: string;
  next: string;
  sold: Sold;
}

function linesOf({ delivery, price, shipping, total, paypalOrderId }: Sold): [string, string][] {
  return [
    ['Price', formatAmount(price)],
    delivery === 'pickup' ? ['Pickup', 'free'] : ['Shipping', formatAmount(shipping)],
    ['Total', `${formatAmount(total)} (USD)`],
    ['PayPal order', paypalOrderId],
  ];
}

function receipt(letter: Letter, site: MailSite): Content {
  return { subject: letter.subject, text: textOf(letter, site), html: htmlOf(letter, site) };
}

function textOf({ lead, next, sold }: Letter, site: MailSite): string {
  const lines = linesOf(sold).map(([name, value]) => `    ${name}: ${value}`);
  return `${lead}

${lines.join('\n')}

${next}

Your orders: ${site.publicUrl}/orders

--
${whyOf(site)}
Questions: ${site.brand.supportEmail}
`;
}

function htmlOf({ subject, lead, next, sold }: Letter, site: MailSite): string {
  const rows = linesOf(sold)
    .map(
      ([name, value]) =>
        `<tr><td style="padding:4px 16px 4px 0;${quiet}">${name}</td><td align="right" style="padding:4px 0;word-break:break-word">${escapeHtml(value)}</td></tr>`,
    )
    .join('\n');
  const content = `${paragraph(lead)}
<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;${font};font-size:16px;line-height:1.5;color:#1d2b26">
${rows}
</table>
${paragraph(next)}
${button(`${site.publicUrl}/orders`, 'Your orders')}`;
  const footer = `${escapeHtml(whyOf(site))}<br>\n${supportLink(site)}`;
  return mailPage({ subject, content, footer }, site);
}

function whyOf({ brand }: MailSite): string {
  return `You get this mail because of a payment on ${oneLine(brand.productName)}.`;
}
