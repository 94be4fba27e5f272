import type { AdminMessage } from '@marketplace/shared/admin/views';
import { Dialog } from '../../ui/Dialog.tsx';
import { fullTimeText } from '../messaging/message-time.ts';
import { ListingLink } from './Cells.tsx';
import classes from './Tabs.module.css';

interface Props {
  message: AdminMessage;
  opened: boolean;
  onClose: () => void;
}

/** One message with all that is known of it. */
export function MessageDetails({ message, opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Message Details" size="lg">
      <dl className={classes.details}>
        <dt>From</dt>
        <dd>{personText(message.senderName, message.senderEmail)}</dd>
        <dt>To</dt>
        <dd>{personText(message.receiverName, message.receiverEmail)}</dd>
        <dt>Date</dt>
        <dd>
          <time dateTime={message.createdAt}>{fullTimeText(message.createdAt)}</time>
        </dd>
        <dt>Status</dt>
        <dd>{message.isRead ? 'Read' : 'Unread'}</dd>
        <dt>Related Listing</dt>
        <dd>
          <ListingLink id={message.listingId} title={message.listingTitle} />
        </dd>
        <dt style={{ gridColumn: '1 / -1' }}>Message Content</dt>
        <dd style={{ gridColumn: '1 / -1', marginTop: -8 }}>
          <div className={classes.content}>{message.content}</div>
        </dd>
      </dl>
    </Dialog>
  );
}

/** Of somebody who deleted the account there is no address left. */
function personText(name: string, email: string): string {
  return email ? `${name} (${email})` : name;
}
