import { mailAbout, type MailSubject } from '../admin/action-mail.ts';
import type { CaseActionContext } from './case-action.ts';
import type { NotificationDraft } from './notify-users.ts';

const mailOf = {
  warned: 'warned',
  withdrawn: 'warningWithdrawn',
  removed: 'contentRemoved',
  restored: 'contentRestored',
} as const satisfies Record<string, MailSubject>;

/** Mails who is responsible what became of it and why, and returns what the centre tells them. */
export async function notifyOwner(
  { trx, mail, owner, about, caseId }: CaseActionContext,
  { what, reason }: { what: keyof typeof mailOf; reason: string | null },
): Promise<NotificationDraft[]> {
  if (!owner) return [];
  await mailAbout(trx, mail, { to: owner.email, what: mailOf[what], title: about, reason });
  const sentence = about.charAt(0).toUpperCase() + about.slice(1);
  return [
    {
      userId: owner.id,
      groupKey: `case:${caseId}`,
      type: 'warning',
      data: { about: sentence, reason, what },
    },
  ];
}
