import type { CaseRow } from './types.fixtures.ts';

/** Model numbers, with and without blanks and hyphens, next to numbers that are nearly the same. */
export const modelRows: CaseRow[] = [
  [
    'MacBook Air M2 2022',
    ['macbook m 2', 'macbook m2', 'mac book m2'],
    ['macbook m1', 'macbook m 1'],
  ],
  [
    'MacBook Air M1 2020',
    ['macbook m 1', 'macbook m1', 'm1'],
    ['macbook m2', 'macbook m 2', 'mac book m2'],
  ],
  [
    'Canon EOS-80D body',
    ['eos80d', '80 d', 'eos 80d', 'canon 80d', '80d'],
    ['90d', 'eos90d', 'eos-90d', '90 d'],
  ],
  [
    'Canon EOS 90D kit',
    ['eos90d', '90 d', 'eos-90d', 'canon 90d'],
    ['80d', 'eos80d', '80 d', 'canon 80d'],
  ],
  [
    'iPhone 12 Pro, unlocked',
    ['iphone12', 'iphone 12', 'i phone 12', 'iphone 12 pro', 'iphone12pro'],
    ['iphone 13', 'iphone 12 mini'],
  ],
  [
    'iPhone 13, cracked glass',
    ['iphone13', 'iphone 13', 'i phone 13'],
    ['iphone 12', 'iphone12', 'i phone 12', 'iphone 12 mini'],
  ],
  ['iPhone 12 mini in green', ['iphone12 mini', 'iphone 12mini'], ['iphone 12 pro', 'iphone 13']],
  ['DeWalt DCD771C2', ['dcd771', 'dcd 771', 'dewalt dcd-771c2', 'dcd771c2'], ['dcd777', 'dcd-777']],
  [
    'DeWalt DCD777 brushless',
    ['dcd777', 'dcd-777', 'dewalt dcd 777'],
    ['dcd771', 'dcd 771', 'dcd771c2'],
  ],
  ['Sony WH-1000XM4', ['wh1000xm4', 'wh 1000 xm4', 'wh-1000xm4'], ['wh-1000xm5', 'wh1000xm5']],
  ['Sony WH-1000XM5, silver', ['wh1000xm5', 'wh 1000 xm5', 'wh-1000xm5'], ['wh1000xm4']],
  [
    'Galaxy S21 Ultra',
    ['galaxy s 21', 'galaxy s21', 's21', 's21 ultra'],
    ['galaxy s22', 's 22', 'galaxy s 22'],
  ],
  [
    'Galaxy S22 in violet',
    ['galaxy s 22', 'galaxy s22', 's 22'],
    ['galaxy s21', 's21', 's21 ultra'],
  ],
  ['RTX 3060 Ti', ['rtx3060', '3060ti', 'rtx 3060ti', 'rtx-3060'], ['rtx 3070', '3070']],
  ['RTX 3070 founders edition', ['rtx3070', 'rtx-3070', '3070'], ['rtx 3060', '3060ti']],
  ['BMW E46 service manual', ['e 46', 'bmw e46', 'e-46 manual'], ['e36', 'bmw e 36']],
  ['BMW E36 roundel', ['e 36', 'bmw e36', 'e-36'], ['e46', 'bmw e46']],
  [
    'Ford F-150 tailgate',
    ['f150', 'f 150', 'ford f150 tailgate', 'f-150'],
    ['f250', 'f-250', 'f 250'],
  ],
  ['Ford F250 tow mirrors', ['f-250', 'f 250', 'ford f250'], ['f150', 'f 150', 'f-150']],
  ['Roland TD-17KV', ['td17kv', 'td 17 kv', 'td-17 kv', 'roland td17kv'], ['td27', 'td 27']],
  ['Roland TD-27 module', ['td27', 'td 27', 'roland td-27'], ['td17kv', 'td-17']],
  ['Fujifilm X-T3 grip', ['xt3', 'x t3', 'x-t3', 'fujifilm xt3'], ['x-t4', 'xt4', 'xt30']],
  ['Fujifilm X-T4 battery', ['xt4', 'x t4', 'x-t4'], ['x-t3', 'xt3']],
  ['Fujifilm XT30 strap', ['xt30', 'xt-30', 'xt 30'], ['xt3', 'xt4', 'x-t3', 'x-t4']],
  ['Yamaha P-45 stand', ['p45', 'p 45', 'yamaha p45'], ['p-125', 'p125']],
  ['Yamaha P125 pedal', ['p-125', 'p 125', 'yamaha p-125'], ['p45', 'p-45']],
  ['Honda HRX217 blade', ['hrx 217', 'hrx-217', 'hrx217 blades'], ['hrr216']],
  ['Honda HRR216 bag', ['hrr 216', 'hrr-216', 'hrr216'], ['hrx217', 'hrx 217']],
  ['Xbox 360 Kinect', ['xbox360', 'x box 360', 'xbox 360 kinect'], ['xbox one']],
  [
    'Shimano XT M8100 derailleur',
    ['m 8100', 'xt m8100', 'shimano m8100'],
    ['m8000', 'm 8000', 'm-8000'],
  ],
  ['Shimano M8000 brake', ['m 8000', 'm-8000', 'shimano m8000'], ['m8100', 'm 8100', 'xt m8100']],
  [
    'Xbox One S, white',
    ['xbox one', 'x box one', 'xbox one s'],
    ['xbox 360', 'xbox360', 'x box 360'],
  ],
];
