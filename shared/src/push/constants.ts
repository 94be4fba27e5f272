/** What a device can be told about. `alerts` are those of saved searches and favorites. */
export const pushKinds = ['messages', 'deals', 'alerts', 'reminders'] as const;
export type PushKind = (typeof pushKinds)[number];

/** A user's devices with notifications; another one takes the place of the oldest. */
export const maxPushDevices = 20;
