import type { Category } from '@marketplace/shared/listings/constants';
import type { ListingDraft } from './draft.ts';

/** What the official store sells: the listings that offer checkout. */
export const storeGoods: readonly { category: Category; draft: ListingDraft }[] = [
  {
    category: 'accessories',
    draft: {
      title: 'River green canvas day pack',
      price: '54.00',
      condition: 'new',
      picture: ['backpack', 'green', 2],
      text: 'Our own day pack, sewn in small batches. Padded laptop sleeve, two side pockets, leather straps. Pick it up or have it shipped.\nColor: River green\nMaterial: Cotton canvas\nCapacity: 18 liters',
    },
  },
  {
    category: 'clothing',
    draft: {
      title: 'Capital Region wool sweater',
      price: '78.00',
      condition: 'new',
      picture: ['sweater', 'green', 2],
      text: 'Midweight wool with three bands of waves for the Hudson, the Mohawk and the Hoosic. Sizes S to XXL.\nMaterial: Wool\nNeck: Crew\nCare: Hand wash cold',
    },
  },
  {
    category: 'home',
    draft: {
      title: 'Hand-thrown stoneware vase trio',
      price: '64.00',
      condition: 'new',
      picture: ['vase', 'sage', 2],
      text: 'Made for the store by a potter in Rensselaer County. Every set differs a little in glaze. Ships in a double box.',
    },
  },
  {
    category: 'food',
    draft: {
      title: 'Maple syrup gift box, three bottles',
      price: '42.95',
      condition: 'new',
      picture: ['syrup', 'brown', 2],
      text: 'From three family sugarhouses. Packed with straw and a card that you can have us write.\nSize: 8, 12 and 16 ounces',
    },
  },
  {
    category: 'health',
    draft: {
      title: 'Botanical candle set, river mint',
      price: '36.00',
      condition: 'new',
      picture: ['candles', 'teal', 2],
      text: 'Soy wax, cotton wicks, scented with mint and a little pine. Burns for about 110 hours together.',
    },
  },
  {
    category: 'accessories',
    draft: {
      title: 'Ribbed knit hat in maple orange',
      price: '24.95',
      condition: 'new',
      picture: ['knit-hat', 'orange', 1],
      text: 'Easy to see at the crossing and on the trail. One size, stretches well, made of recycled yarn.',
    },
  },
];
