import type { CaseRow } from './types.fixtures.ts';

/** Searches that name a price, a place or a condition as well as the thing. */
export const requestRows: CaseRow[] = [
  [
    { title: 'Pottery kiln', price: '80.00' },
    [
      'kiln under $100',
      'kiln under 100',
      'kiln under $80',
      'kiln below $100',
      'kiln less than $100',
      'kiln $50-100',
      'kiln $50-$100',
      'kiln $50 to $100',
      'kiln over $50',
      'used kiln',
      'kiln in troy',
      'kiln near 12180',
      'under $100 kiln',
    ],
    [
      'kiln under $79',
      'kiln under $50',
      'kiln over $100',
      'free kiln',
      'kiln $100-200',
      'new kiln',
    ],
  ],
  [
    { title: 'Test kiln', price: '30.00', condition: 'new' },
    ['kiln under $50', 'kiln under $79', 'new kiln', 'kiln under $30', 'kiln $20-30'],
    ['kiln over $50', 'kiln $50-100', 'used kiln', 'free kiln'],
  ],
  [
    { title: 'Kiln shelf posts', price: '0.00' },
    ['free kiln', 'free kiln shelf', 'kiln under $50'],
    ['kiln over $50', 'kiln $50-100'],
  ],
  [
    { title: 'Front-loading kiln', price: '150.00', location: 'Glens Falls' },
    ['kiln $100-200', 'kiln over $100', 'kiln in glens falls', 'kiln near glens falls'],
    ['kiln under $100', 'kiln in troy', 'kiln near 12180', 'kiln $50-100', 'free kiln'],
  ],
  [
    { title: 'Metronome, Wittner', price: '100.00' },
    ['metronome under $100', 'metronome $50-100', 'metronome $100-150'],
    [
      'metronome under $99',
      'metronome over $101',
      'metronome $20-99',
      'metronome in albany',
      'new metronome',
      'metronome in catskill',
    ],
  ],
  [
    { title: 'Pocket metronome', price: '99.00', location: 'Schenectady' },
    ['metronome under $99', 'metronome $20-99', 'metronome in schenectady', 'metronome near 12305'],
    [
      'metronome over $101',
      'metronome $100-150',
      'metronome in troy',
      'metronome in albany',
      'new metronome',
      'metronome under $10',
    ],
  ],
  [
    { title: 'Pyramid metronome', price: '1200.00', location: 'Albany' },
    [
      'metronome over $101',
      'metronome over $1,000',
      'metronome under $1,500',
      'metronome in albany',
      'metronome in Albany, NY',
    ],
    ['metronome under $1,000', 'metronome under $100', 'metronome in troy'],
  ],
  [
    { title: 'Metronome, broken spring', price: '5.00', location: 'Catskill', condition: 'poor' },
    ['used metronome', 'metronome in catskill', 'metronome near catskill', 'metronome under $10'],
    ['new metronome', 'metronome in albany', 'metronome near 12180', 'metronome over $10'],
  ],
  [
    { title: 'Quartz metronome', condition: 'new', price: '15.00' },
    ['new metronome', 'brand new metronome', 'metronome in troy', 'metronome over $10'],
    ['used metronome', 'metronome under $10', 'metronome in catskill'],
  ],
  [
    {
      title: 'Sextant, brass',
      price: '250.00',
      location: 'Saratoga Springs',
      condition: 'like-new',
    },
    [
      'like new sextant',
      'sextant in saratoga springs',
      'sextant near 12866',
      'sextant $200-300',
      'brass sextant under $300',
    ],
    ['new sextant', 'sextant in troy', 'sextant under $200', 'free sextant'],
  ],
  [
    { title: 'Sextant replica', price: '0.00', condition: 'new' },
    ['free sextant', 'new sextant', 'sextant in troy', 'sextant under $200'],
    ['sextant $200-300', 'sextant in saratoga springs', 'used sextant'],
  ],
  [
    { title: 'Sextant with case', price: '120.50', condition: 'fair' },
    ['used sextant', 'sextant $120-121', 'sextant under $120.50', 'sextant over $120'],
    ['sextant under $120', 'free sextant', 'new sextant', 'sextant over $121'],
  ],
  [
    { title: 'Theodolite, Wild', price: '300.00' },
    ['theodolite in troy under $400', 'used theodolite under $300', 'theodolite in troy'],
    ['theodolite in albany', 'theodolite under $200', 'new theodolite'],
  ],
  [
    { title: 'Student theodolite', price: '120.00', location: 'Albany', condition: 'new' },
    ['theodolite in albany', 'theodolite under $200', 'new theodolite', 'theodolite near 12207'],
    ['theodolite in troy', 'used theodolite', 'theodolite in troy under $400'],
  ],
];
