import {
  mailPage,
  type MailSite,
  paragraph,
  quiet,
  quietLink,
  supportLink,
} from '../../platform/mailer/mail-page.ts';
import { oneLine } from '../../platform/mailer/mail-text.ts';
import type { Mail } from '../../platform/mailer/mailer.ts';
import { codeMinutes } from './sign-in-codes.ts';

/** The mail with a sign-in code. The subject does not show the code: lock screens show subjects. */
export function signInMail(code: string, site: MailSite): Pick<Mail, 'subject' | 'text' | 'html'> {
  const product = oneLine(site.brand.productName);
  const subject = `Your ${product} sign-in code`;
  return {
    subject,
    text: textOf({ code, product, site }),
    html: htmlOf({ code, subject, site }),
  };
}

interface Content {
  code: string;
  product: string;
  site: MailSite;
}

function textOf({ code, product, site }: Content): string {
  return `Your sign-in code for ${product} is:

    ${code}

Enter it in the browser where you asked for it. It is valid for ${codeMinutes} minutes and works once.

If you did not ask for it, ignore this mail: without the code nobody gets in. Never give the code to anyone; we do not ask for it.

${product}
${site.publicUrl}/
Questions: ${site.brand.supportEmail}
`;
}

function htmlOf({ code, subject, site }: Omit<Content, 'product'> & { subject: string }): string {
  const content = `<p style="margin:0 0 16px">Your sign-in code is</p>
<p style="margin:0 0 16px;padding:16px;background:#f3f5f4;border-radius:8px;text-align:center;font-family:Consolas,Menlo,monospace;font-size:32px;font-weight:700;letter-spacing:6px;color:#1d2b26">${code}</p>
${paragraph(`Enter it in the browser where you asked for it. It is valid for ${codeMinutes} minutes and works once.`)}
<p style="margin:0;font-size:14px;${quiet}">If you did not ask for it, ignore this mail: without the code nobody gets in. Never give the code to anyone; we do not ask for it.</p>`;
  const home = `${site.publicUrl}/`;
  const footer = `${quietLink(home, home)} &middot; ${supportLink(site)}`;
  return mailPage({ subject, content, footer }, site);
}
