/** One mail to one person, ready to go. */
export interface Mail {
  /** The same for every try to send this mail, so that a receiver can tell a repetition. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where mail of this kind is ended with one click (RFC 8058), for mail that one can end. */
  unsubscribeUrl?: string | undefined;
}

export interface Mailer {
  /** Hands the mail over. Throws when it was not accepted; then it may be tried again. */
  send(mail: Mail): Promise<void>;
}

/**
 * The mail, checked for being one mail to one address: throws where a line break or a list of
 * addresses could add a header or a receiver.
 */
export function assertSendable(mail: Mail): Mail {
  if (!/^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+$/.test(mail.to)) {
    throw new Error('The mail has no single plain receiver.');
  }
  if (/[\r\n]/.test(mail.subject) || !/^[\w-]+$/.test(mail.id)) {
    throw new Error('The mail has a subject or an id with forbidden characters.');
  }
  if (mail.unsubscribeUrl !== undefined && !/^https?:\/\/[^\s<>,]+$/.test(mail.unsubscribeUrl)) {
    throw new Error('The mail has an address for unsubscribing with forbidden characters.');
  }
  return mail;
}
