import type { Attack } from './attack.ts';
import { madeUpAddresses, plainProxy, reboundNames } from './deployment.ts';
import { ipv6Site, subscriptionFlood } from './limits.ts';
import { hidingByReports } from './moderation.ts';
import { oneNetwork } from './one-network.ts';
import { payingLess } from './payments.ts';
import { deceptiveNames } from './names.ts';
import { reviewBombing } from './reviews.ts';
import { postingFlood } from './posting.ts';
import { codeGuessing, codeLockout, distributedGuessing, stolenDevice } from './sign-in.ts';
import { fullDisk, stagedFlood } from './uploads.ts';

/** Every attack, in playing order. */
export const attacks: Attack[] = [
  deceptiveNames,
  codeGuessing,
  codeLockout,
  distributedGuessing,
  stolenDevice,
  stagedFlood,
  fullDisk,
  hidingByReports,
  reviewBombing,
  payingLess,
  oneNetwork,
  madeUpAddresses,
  plainProxy,
  reboundNames,
  ipv6Site,
  subscriptionFlood,
  postingFlood,
];
