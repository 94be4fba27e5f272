/** Look-alike characters by the Latin letter that they resemble. */
const drawnAlike: Record<string, string> = {
  a: '4@аαɑᴀᎪꓮ',
  b: '8вʙᏴꓐ',
  c: 'сᴄϲᏟꓚ',
  d: 'ԁᴅđᎠꓓ',
  e: '3еєεᴇᎬꓰ',
  g: '9ɡɢᏀꓖ',
  h: 'һнʜᎻꓧ',
  i: '1!|lіїιɪıӏłʟᏞᎥꓲꓡ',
  j: 'јᴊᎫꓙ',
  k: 'кκᴋᏦꓗ',
  m: 'мμᴍᎷꓟ',
  n: 'пηոɴꓠ',
  o: '0оοօᴏøꓳ',
  p: 'рρᴘᏢꓑ',
  r: 'гʀᏒꓣ',
  s: '5$ѕꜱᏚꓢ',
  t: '7тτᴛᎢꓔ',
  u: 'υսᴜꓴ',
  v: 'ѵνᴠᏙꓦ',
  w: 'ԝωᴡᎳꓪ',
  x: 'хχꓫ',
  y: 'уүγʏᎩꓬ',
};
/** The Latin letter by each of its look-alikes in lower case. */
export const latinOf = new Map(
  Object.entries(drawnAlike).flatMap(([latin, others]) =>
    [...others].map((other) => [other.toLowerCase(), latin] as const),
  ),
);
