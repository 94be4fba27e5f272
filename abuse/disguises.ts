/** Messages of a scammer to sellers, each disguised in a different way. */
export const phishing: Record<string, string> = {
  plain: 'Send the deposit by Zelle first, then my courier will pick it up today.',
  lookAlikes: 'Sеnd the dероsit by Zеllе first, then my соuriеr will рiсk it up today.',
  spaced: 'Pay me with Z e l l e before pickup and my c o u r i e r will come.',
  zeroWidth:
    'Send a g\u200bi\u200bf\u200bt c\u200ba\u200br\u200bd code as the deposit, then it is yours.',
  digits: 'P4y by Z3lle f1rst, my c0urier will p1ck it up.',
  code: 'To make sure you are real I sent you a 6 digit verification code, tell me the code.',
  check:
    'I will mail a cashier’s check for more than the price, keep $50 and send the rest to my mover.',
  link: 'I paid already, confirm the payment here: https://venmo-payments.example/confirm',
  fullWidth: 'Ｓｅｎｄ　ｍｅ　ｔｈｅ　ｖｅｒｉｆｉｃａｔｉｏｎ　ｃｏｄｅ　ｙｏｕ　ｊｕｓｔ　ｇｏｔ',
  accents: 'Séñd thé vérífícátíón códe thát Góóglé Vóíce têxtéd ýou.',
};

/** Listings of a scammer. Each asks for money or data before a meeting. */
export const badListings: { title: string; description: string; price: string }[] = [
  {
    title: 'iPhone 15 Pro, brand new',
    description: 'Pay the deposit with gift cards first, then my courier will deliver it.',
    price: '90',
  },
  {
    title: 'Apartment in Troy, great price',
    description: 'I am abroad. Wire the deposit by Western Union and I mail you the keys.',
    price: '300',
  },
  {
    title: 'Work from home, $900 a week',
    description: 'Cash a check for us, keep your share, and send the rest by Zelle.',
    price: '0',
  },
];
