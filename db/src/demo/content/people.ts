import type { Category } from '@marketplace/shared/listings/constants';

/** A seller as written by hand. */
export type SellerDraft = {
  name: readonly [first: string, last: string];
  username: string;
  /** Where most of their listings are, and a second place. */
  towns: readonly [home: string, second: string];
  sells: readonly Category[];
  premium?: true;
};

export const SELLERS: readonly SellerDraft[] = [
  {
    name: ['Maureen', 'Delaney'],
    username: 'porchlight',
    towns: ['Troy', 'Brunswick'],
    sells: ['home', 'furniture', 'books', 'other'],
    premium: true,
  },
  {
    name: ['Dev', 'Patel'],
    username: 'quietfan',
    towns: ['Colonie', 'Menands'],
    sells: ['electronics', 'services', 'sports'],
  },
  {
    name: ['Lourdes', 'Rivera'],
    username: 'corner_bakes',
    towns: ['Albany', 'Watervliet'],
    sells: ['food', 'health', 'home'],
    premium: true,
  },
  {
    name: ['Henk', 'Van Alstyne'],
    username: 'oldmill',
    towns: ['Kinderhook', 'Valatie'],
    sells: ['furniture', 'books', 'automotive'],
  },
  {
    name: ['Tamika', 'Brooks'],
    username: 'tbfinds',
    towns: ['Schenectady', 'Rotterdam'],
    sells: ['clothing', 'accessories', 'other'],
  },
  {
    name: ['Giulia', 'Moretti'],
    username: 'moretti_home',
    towns: ['Saratoga Springs', 'Wilton'],
    sells: ['furniture', 'home', 'clothing'],
    premium: true,
  },
  {
    name: ['Walt', 'Kowalski'],
    username: 'garage_walt',
    towns: ['Cohoes', 'Waterford'],
    sells: ['automotive', 'sports', 'services'],
  },
  {
    name: ['Anh', 'Nguyen'],
    username: 'lotus_hands',
    towns: ['Guilderland', 'Altamont'],
    sells: ['health', 'services', 'accessories'],
  },
  {
    name: ['Rosalind', 'Hart'],
    username: 'hartstrings',
    towns: ['Cambridge', 'White Creek'],
    sells: ['books', 'services', 'other'],
  },
  {
    name: ['Curtis', 'Boyd'],
    username: 'boydbikes',
    towns: ['Glens Falls', 'Queensbury'],
    sells: ['sports', 'services', 'automotive'],
    premium: true,
  },
  {
    name: ['Siobhan', 'Kearney'],
    username: 'woolgather',
    towns: ['Salem', 'Hebron'],
    sells: ['clothing', 'accessories', 'health'],
  },
  {
    name: ['Oluwaseun', 'Adeyemi'],
    username: 'seun_a',
    towns: ['Niskayuna', 'Glenville'],
    sells: ['electronics', 'books', 'furniture'],
  },
  {
    name: ['Peg', 'Sweeney'],
    username: 'sweetpea',
    towns: ['Greenwich', 'Easton'],
    sells: ['food', 'home', 'other'],
  },
  {
    name: ['Mateo', 'Fuentes'],
    username: 'mfuentes',
    towns: ['East Greenbush', 'Rensselaer'],
    sells: ['electronics', 'automotive', 'sports'],
  },
  {
    name: ['Irina', 'Sokolova'],
    username: 'northlight',
    towns: ['Bethlehem', 'Coeymans'],
    sells: ['accessories', 'clothing', 'books'],
    premium: true,
  },
  {
    name: ['Jerome', 'Whitfield'],
    username: 'whitfield_hauls',
    towns: ['Green Island', 'Sand Lake'],
    sells: ['services', 'automotive', 'other'],
  },
  {
    name: ['Ellen', 'Vandenburgh'],
    username: 'hilltown_hens',
    towns: ['Berne', 'Knox'],
    sells: ['food', 'health', 'home'],
  },
  {
    name: ['Farid', 'Haidari'],
    username: 'faridh',
    towns: ['Scotia', 'Princetown'],
    sells: ['electronics', 'services', 'home'],
  },
  {
    name: ['Nell', 'Bouchard'],
    username: 'lakeside_nell',
    towns: ['Lake George', 'Bolton'],
    sells: ['home', 'sports', 'furniture'],
    premium: true,
  },
  {
    name: ['Marcus', 'Lindqvist'],
    username: 'longshot',
    towns: ['Clifton Park', 'Halfmoon'],
    sells: ['sports', 'electronics', 'other'],
  },
  {
    name: ['Beatriz', 'Almeida'],
    username: 'bea_sews',
    towns: ['Hudson', 'Greenport'],
    sells: ['clothing', 'services', 'accessories'],
  },
  {
    name: ['Tom', 'Prentiss'],
    username: 'sugarbush',
    towns: ['Stephentown', 'Berlin'],
    sells: ['food', 'automotive', 'home'],
  },
  {
    name: ['Priya', 'Raman'],
    username: 'priya_reads',
    towns: ['Charlton', 'Galway'],
    sells: ['books', 'other', 'clothing'],
  },
  {
    name: ['Gus', 'Papadakis'],
    username: 'gusgrill',
    towns: ['Duanesburg', 'Delanson'],
    sells: ['home', 'food', 'sports'],
  },
  {
    name: ['Charlotte', 'Ames'],
    username: 'wrenhouse',
    towns: ['Chatham', 'Ghent'],
    sells: ['furniture', 'accessories', 'health'],
    premium: true,
  },
  {
    name: ['Ray', 'LaPointe'],
    username: 'raylp',
    towns: ['Fort Edward', 'Hudson Falls'],
    sells: ['automotive', 'services', 'electronics'],
  },
  {
    name: ['Denise', 'Okafor'],
    username: 'denise_o',
    towns: ['New Scotland', 'Ravena'],
    sells: ['health', 'clothing', 'other'],
  },
  {
    name: ['Silas', 'Reinhardt'],
    username: 'barnraiser',
    towns: ['Westerlo', 'Rensselaerville'],
    sells: ['furniture', 'services', 'food'],
  },
  {
    name: ['Mei', 'Chen'],
    username: 'paperlantern',
    towns: ['Voorheesville', 'Guilderland'],
    sells: ['home', 'accessories', 'electronics'],
  },
  {
    name: ['Brendan', 'Foley'],
    username: 'bfoley',
    towns: ['Ballston Spa', 'Malta'],
    sells: ['sports', 'books', 'automotive'],
  },
  {
    name: ['Yvette', 'Marchand'],
    username: 'applegate',
    towns: ['Schuylerville', 'Stillwater'],
    sells: ['food', 'clothing', 'health'],
  },
  {
    name: ['Hakim', 'Rahman'],
    username: 'hakimr',
    towns: ['North Greenbush', 'Poestenkill'],
    sells: ['electronics', 'furniture', 'automotive'],
  },
  {
    name: ['Dorothy', 'Pruyn'],
    username: 'dotp',
    towns: ['Castleton-on-Hudson', 'Schodack'],
    sells: ['books', 'home', 'accessories'],
  },
  {
    name: ['Luis', 'Ortega'],
    username: 'luisfixes',
    towns: ['Mechanicville', 'Round Lake'],
    sells: ['services', 'home', 'electronics'],
  },
  {
    name: ['Annika', 'Berg'],
    username: 'snowday',
    towns: ['Windham', 'Hunter'],
    sells: ['sports', 'clothing', 'other'],
    premium: true,
  },
  {
    name: ['Vernon', 'Tibbits'],
    username: 'vernt',
    towns: ['Hoosick Falls', 'Petersburgh'],
    sells: ['automotive', 'furniture', 'other'],
  },
  {
    name: ['Rachel', 'Feldman'],
    username: 'feldbaby',
    towns: ['Catskill', 'Athens'],
    sells: ['other', 'clothing', 'furniture'],
  },
  {
    name: ['Amara', 'Diallo'],
    username: 'shea_and_sun',
    towns: ['Coxsackie', 'Cairo'],
    sells: ['health', 'accessories', 'food'],
  },
  {
    name: ['Neil', 'Gallagher'],
    username: 'b_side',
    towns: ['South Glens Falls', 'Moreau'],
    sells: ['books', 'electronics', 'sports'],
  },
];

/** The account of the official store. */
export const STORE = {
  name: ['Capital Region', 'Store'],
  username: 'official_store',
  town: 'Albany',
} as const;

export const BUYERS: readonly { name: readonly [string, string]; username: string }[] = [
  { name: ['Joan', 'Bellamy'], username: 'joanb' },
  { name: ['Khalil', 'Jefferson'], username: 'kjeff' },
  { name: ['Sofia', 'Castellano'], username: 'sofiac' },
  { name: ['Ben', 'Ostrander'], username: 'benjo' },
  { name: ['Linh', 'Tran'], username: 'linht' },
  { name: ['Margaret', 'Quackenbush'], username: 'maggieq' },
  { name: ['Andre', 'Toussaint'], username: 'andret' },
  { name: ['Hannah', 'Weiss'], username: 'hweiss' },
];
