import type { Brand } from '@marketplace/shared/brand';
import { escapeHtml, oneLine } from '../../platform/mailer/mail-text.ts';
import type { Mail } from '../../platform/mailer/mailer.ts';
import { codeMinutes } from './sign-in-codes.ts';

/** The mail with a sign-in code. The subject does not show the code: lock screens show subjects. */
export function signInMail(
  code: string,
  site: { brand: Brand; publicUrl: string },
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const product = oneLine(site.brand.productName);
  return {
    subject: `Your ${product} sign-in code`,
    text: textOf({ code, product, site }),
    html: htmlOf({ code, product: escapeHtml(product), site }),
  };
}

interface Content {
  code: string;
  product: string;
  site: { brand: Brand; publicUrl: string };
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

/** Tables and inline styles, since that is what mail programs show alike. */
function htmlOf({ code, product, site }: Content): string {
  const url = escapeHtml(`${site.publicUrl}/`);
  const support = escapeHtml(site.brand.supportEmail);
  const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Your ${product} sign-in code</title>
</head>
<body style="margin:0;padding:0;background:#f3f5f4">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f5f4">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#ffffff;border-radius:12px">
<tr><td style="padding:32px;${font};font-size:16px;line-height:1.5;color:#1d2b26">
<p style="margin:0 0 24px;font-weight:600"><a href="${url}" style="color:#1d2b26;text-decoration:none">${product}</a></p>
<p style="margin:0 0 16px">Your sign-in code is</p>
<p style="margin:0 0 16px;padding:16px;background:#f3f5f4;border-radius:8px;text-align:center;font-family:Consolas,Menlo,monospace;font-size:32px;font-weight:700;letter-spacing:6px;color:#1d2b26">${code}</p>
<p style="margin:0 0 16px">Enter it in the browser where you asked for it. It is valid for ${codeMinutes} minutes and works once.</p>
<p style="margin:0;font-size:14px;color:#53625c">If you did not ask for it, ignore this mail: without the code nobody gets in. Never give the code to anyone; we do not ask for it.</p>
</td></tr>
</table>
<p style="margin:16px 0 0;${font};font-size:13px;color:#53625c"><a href="${url}" style="color:#53625c">${url}</a> &middot; <a href="mailto:${support}" style="color:#53625c">${support}</a></p>
</td></tr>
</table>
</body>
</html>
`;
}
