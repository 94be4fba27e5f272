import { escapeHtml } from '@marketplace/shared/texts';
import { formatAmount } from '@marketplace/shared/payments/constants';
import type { OrderView } from '@marketplace/shared/payments/schemas';
import * as mail from '../../platform/mailer/mail-page.ts';
import { type MailSite, oneLine, paragraph } from '../../platform/mailer/mail-page.ts';

type Sold = Pick<OrderView, 'title' | 'delivery' | 'price' | 'shipping' | 'total' | 'otherName'> & {
  paypalOrderId: string;
};

/** Returns the buyer's receipt, with the next step. It contains no email address of the seller. */
export function buyerReceipt(sold: Sold, site: MailSite) {
  const title = oneLine(sold.title);
  const seller = oneLine(sold.otherName);
  const next =
    sold.delivery === 'pickup'
      ? `Message ${seller} from the listing page to agree on a pickup time and place.`
      : `${seller} will ship it to the address you gave PayPal.`;
  const lead = `Thank you! We received your payment for "${title}".`;
  return receipt({ subject: `Your receipt for ${title}`, lead, next, sold }, site);
}

/** Returns the seller's email about a sale, with the next step. It contains no buyer address. */
export function sellerReceipt(sold: Sold, site: MailSite) {
  const title = oneLine(sold.title);
  const buyer = oneLine(sold.otherName);
  const next =
    sold.delivery === 'pickup'
      ? `${buyer} will message you to agree on a pickup time and place.`
      : `Please ship it. You'll find the address with the payment in your PayPal account.`;
  const lead = `${buyer} bought and paid for "${title}".`;
  return receipt({ subject: `Sold: ${title}`, lead, next, sold }, site);
}

function receipt(
  { subject, lead, next, sold }: { subject: string; lead: string; next: string; sold: Sold },
  site: MailSite,
) {
  const lines: [name: string, value: string][] = [
    ['Price', formatAmount(sold.price)],
    sold.delivery === 'pickup' ? ['Pickup', 'free'] : ['Shipping', formatAmount(sold.shipping)],
    ['Total', `${formatAmount(sold.total)} (USD)`],
    ['PayPal order', sold.paypalOrderId],
  ];
  const orders = `${site.publicUrl}/orders`;
  const why = `You're receiving this email because of a payment on ${oneLine(site.brand.productName)}.`;
  const text = `${lead}

${lines.map(([name, value]) => `    ${name}: ${value}`).join('\n')}

${next}

Your orders: ${orders}

--
${why}
Questions: ${site.brand.supportEmail}
`;
  const rows = lines.map(
    ([name, value]) =>
      `<tr><td style="padding:4px 16px 4px 0;${mail.quiet}">${name}</td><td align="right" style="padding:4px 0;word-break:break-word">${escapeHtml(value)}</td></tr>`,
  );
  const content = `${paragraph(lead)}
<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;${mail.font};font-size:16px;line-height:1.5;color:#1d2b26">
${rows.join('\n')}
</table>
${paragraph(next)}
${mail.button(orders, 'Your orders')}`;
  const footer = `${escapeHtml(why)}<br>\n${mail.supportLink(site)}`;
  return { subject, text, html: mail.mailPage({ subject, content, footer }, site) };
}
