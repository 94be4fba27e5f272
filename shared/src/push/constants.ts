/** Kinds of push notifications. `alerts` are for saved searches and favorites. */
export const pushKinds = ['messages', 'deals', 'alerts', 'reminders'] as const;
export type PushKind = (typeof pushKinds)[number];

/** Maximum number of a user's devices with notifications. A further one replaces the oldest. */
export const maxPushDevices = 20;
