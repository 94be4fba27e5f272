import { describe, expect, it } from 'vitest';
import { readReply } from './read-reply.ts';

const sent = 'You have an unread message.\n\nAnn about "Desk":\n\n    Is 5 fine?';
const asQuotation = sent.replaceAll(/^/gm, '> ');
const outlook = `From: Marketplace <support@example.com>
Sent: Friday, November 27, 2026 10:00 AM
To: Bob <bob@example.com>
Subject: New message from Ann`;

const read = (body: string | Buffer, headers = '') =>
  readReply(
    Buffer.concat([Buffer.from(`From: bob@example.com\r\n${headers}\r\n`), Buffer.from(body)]),
  );
const textOf = async (body: string | Buffer, headers?: string) => (await read(body, headers)).text;

describe('the text of a reply has no quotation and no signature', () => {
  it.each([
    [
      'Gmail',
      `Yes, at 5.\n\nOn Fri, Nov 27, 2026 at 10:00 AM Marketplace <support@example.com>\nwrote:\n\n${asQuotation}`,
    ],
    [
      'Gmail in German',
      `Yes, at 5.\n\nAm Fr., 27. Nov. 2026 um 10:00 Uhr schrieb Marketplace <\nsupport@example.com>:\n\n${asQuotation}`,
    ],
    ['Gmail on Android', `Yes, at 5.\n\nOn Fri, Nov 27, 2026, 10:00 X <s@e.com> wrote:\n\n${sent}`],
    ['Outlook', `Yes, at 5.\n\n________________________________\n${outlook}\n\n${sent}`],
    ['Outlook on Windows', `Yes, at 5.\n\nBob\n\n${outlook}\n\n${sent}`.replace('\n\nBob', '')],
    [
      'Outlook without addresses',
      `Yes, at 5.\n\n${outlook.replace(/ <.*>/g, '')}\n\n${sent}`.replace('To: Bob', 'To: b@e.com'),
    ],
    [
      'Apple Mail',
      `Yes, at 5.\n\nSent from my iPhone\n\n> On Nov 27, 2026, at 10:00 AM, Marketplace <support@example.com> wrote:\n> \n${asQuotation}`,
    ],
    ['Apple Mail below the quotation', `${asQuotation}\n\nYes, at 5.`],
    ['a program that marks no quotation', `Yes, at 5.\n\n${sent}`],
    ['a signature', `Yes, at 5.\n\n-- \nBob\nhttps://bob.example`],
  ])('%s', async (_program, body) => {
    expect(await textOf(body.replaceAll('\n', '\r\n'))).toBe('Yes, at 5.');
  });

  const html = 'Content-Type: text/html; charset=utf-8\r\n';
  const page = (quotation: string) =>
    `<html><head><style>p { color: red }</style></head><body><div dir="ltr">Yes, <b>at&nbsp;5</b>.<br></div>${quotation}</body></html>`;
  it.each([
    [
      'Gmail',
      `<br><div class="gmail_quote"><div class="gmail_attr">On Fri, Nov 27, 2026 at 10:00 AM Marketplace &lt;<a href="mailto:s@e.com">s@e.com</a>&gt; wrote:<br></div><blockquote><p>${sent}</p></blockquote></div>`,
    ],
    [
      'Outlook',
      `<hr><div id="divRplyFwdMsg"><b>From:</b> Marketplace &lt;s@e.com&gt;<br><b>Sent:</b> Friday<br><b>To:</b> bob@example.com</div><div><p>${sent}</p></div>`,
    ],
    [
      'Apple Mail',
      `<br><blockquote type="cite"><div>On Nov 27, X wrote:</div>${sent}</blockquote>`,
    ],
  ])('%s, with HTML only', async (_program, quotation) => {
    expect((await textOf(page(quotation), html)).replace('\u00a0', ' ')).toBe('Yes, at 5.');
  });

  it('and keeps paragraphs, long lines and answers between quotations', async () => {
    expect(await textOf('One.\n\nTwo.\n')).toBe('One.\n\nTwo.');
    const flowed = 'A long line that \r\nwas wrapped.\r\n';
    const type = 'Content-Type: text/plain; format=flowed\r\n';
    expect(await textOf(flowed, type)).toBe('A long line that was wrapped.');
    expect(await textOf('> Is 5 fine?\n\nYes.\n\n> In Troy?\n\nNo.')).toBe('Yes.\nNo.');
    const long = `${'word '.repeat(60)}end`;
    expect(await textOf(`<p>${long}</p>`, html)).toBe(long);
  });
});

describe('an encoding', () => {
  it.each([
    ['windows-1252', Buffer.from('Gr\xfc\xdfe \x80 5', 'latin1'), 'Grüße € 5'],
    ['iso-2022-jp', Buffer.from('\x1b$B$O$$\x1b(B'), 'はい'],
    ['utf-16le', Buffer.from('はい', 'utf16le'), 'はい'],
    ['no-such-charset', Buffer.from('Yes'), 'Yes'],
    ['utf-8', Buffer.from('Gr\xfc\xdfe', 'latin1'), 'Gr��e'],
  ])('that says %s is read', async (charset, body, text) => {
    expect(await textOf(body, `Content-Type: text/plain; charset=${charset}\r\n`)).toBe(text);
  });

  it.each(['base64', 'quoted-printable', 'x-unknown'])('that says %s falsely', async (encoding) => {
    const mail = await read('=ZZ \0 %%% ===', `Content-Transfer-Encoding: ${encoding}\r\n`);
    expect(mail.from).toBe('bob@example.com');
  });
});

describe('a hostile email', () => {
  const unreadable = "We can't read this email. Send plain text instead.";
  const nested = (depth: number) =>
    Array.from(
      { length: depth },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    ).join('');

  it('that occupies a parser is stopped', async () => {
    const body = '2026 from <'.repeat(1_500);
    await expect(readReply(Buffer.from(`From: a@b.c\r\n\r\n${body}`), 2_000)).rejects.toThrow(
      unreadable,
    );
  });

  it.each<[string, string]>([
    ['nested parts', `${nested(5_000)}\r\nHello`],
    [
      'too many parts',
      `Content-Type: multipart/mixed; boundary=x\r\n\r\n${'--x\r\n\r\na\r\n'.repeat(200_000)}`,
    ],
    ['large headers', `X: ${'a'.repeat(5_000_000)}\r\n\r\nHello`],
  ])('with %s is refused', async (_what, mail) => {
    await expect(readReply(Buffer.from(`From: a@b.c\r\n${mail}`))).rejects.toThrow(unreadable);
  });

  it('made at random is read or refused', async () => {
    const pieces = [
      ...[
        'From: bob@example.com\r\n',
        'From',
        ':',
        '\r\n',
        '\r\n\r\n',
        '\0',
        '\xff\xfe',
        '--x',
        '--x--',
      ],
      ...[
        'Content-Type: multipart/mixed; boundary=x\r\n',
        'Content-Type: text/html\r\n',
        '=?utf-8?b?',
      ],
      ...[
        'Content-Type: message/rfc822\r\n',
        'Content-Transfer-Encoding: base64\r\n',
        '<p',
        '&#x110000;',
      ],
      ...[
        'Message-ID: <',
        'Date: 99999999999\r\n',
        'charset=utf-7',
        'filename*0*=',
        '<!--',
        '\u202e',
      ],
    ];
    let state = 7;
    const next = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const mails = Array.from({ length: 20 }, () =>
      Array.from({ length: next(40) }, () => pieces[next(pieces.length)]).join(''),
    );
    const results = await Promise.allSettled(
      mails.map((mail) => readReply(Buffer.from(mail, 'latin1'))),
    );
    const kinds = results.map((result) =>
      result.status === 'fulfilled' ? typeof result.value.text : (result.reason as Error).message,
    );
    expect(new Set(kinds)).toContain('string');
    expect(kinds.filter((kind) => kind !== 'string' && kind !== unreadable)).toEqual([]);
  }, 60_000);
});
