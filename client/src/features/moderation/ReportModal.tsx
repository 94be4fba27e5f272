import { Box, Button, Checkbox, Radio, Stack, Text, Textarea } from '@mantine/core';
import '@mantine/core/styles/Radio.layer.css';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import {
  reportCommentMaxLength,
  type ReportReason,
  reportReasons,
  type ReportTargetType,
} from '@marketplace/shared/moderation/constants';
import { errorMessage } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.ts';
import classes from './ReportModal.module.css';

/** Something to report. */
export interface Reported {
  targetType: ReportTargetType;
  targetId: string;
  /** The text to report, which the dialog quotes. */
  quote?: string;
  /** The owner; without an id for a deleted account, which cannot be blocked. */
  person: { id: string | null; name: string };
}

interface Props extends Reported {
  opened: boolean;
  onClose: () => void;
  /** They were blocked as well. */
  onBlocked: () => void;
}

const quoteClasses = `${classes.quote} as-typed`;

/** Reports something to the moderators, and offers to block its owner. */
export function ReportModal({ quote, opened, ...of }: Props) {
  const { targetType, person, onClose } = of;
  const [reason, setReason] = useState<ReportReason | ''>('');
  const [comment, setComment] = useState('');
  const [blockToo, setBlockToo] = useState(false);
  const { mutate: send, isPending: isBusy } = useReport(of);
  const close = () => {
    if (!isBusy) onClose();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (reason) send({ reason, comment: comment.trim() || undefined, blockToo });
  };
  return (
    <Dialog opened={opened} onClose={close} title={`Report ${targetType}`}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {quote !== undefined && (
            <Box component="figure" m={0}>
              <Text component="blockquote" dir="auto" py={8} px={14} className={quoteClasses}>
                {quote}
              </Text>
              <Text component="figcaption" mt={6} fz="xs" c="dimmed">
                {person.name} wrote this. We&apos;ll include it in your report.
              </Text>
            </Box>
          )}
          <Radio.Group
            label="What's wrong?"
            value={reason}
            onChange={(value) => setReason(value as ReportReason)}
          >
            <Stack className={classes.reasons}>
              {reportReasons.map(({ value, label }) => (
                <Radio key={value} value={value} label={label} />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea
            label="Anything else we should know? (optional)"
            autosize
            minRows={2}
            maxRows={8}
            maxLength={reportCommentMaxLength}
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
          {person.id !== null && (
            <Checkbox
              label={`Also block ${person.name}`}
              description="They won't be notified. You can unblock them in Settings."
              checked={blockToo}
              onChange={(event) => setBlockToo(event.currentTarget.checked)}
            />
          )}
          <div className="dialog-actions">
            <Button variant="default" onClick={close} disabled={isBusy}>
              Cancel
            </Button>
            <Button
              type="submit"
              disabled={!reason || isBusy}
              title={reason ? undefined : 'Choose a reason first'}
            >
              {isBusy ? 'Sending...' : 'Send report'}
            </Button>
          </div>
        </Stack>
      </form>
    </Dialog>
  );
}

function useReport(props: Omit<Props, 'quote' | 'opened'>) {
  const { targetType, targetId, person, onClose, onBlocked } = props;
  const { client } = trpc.useUtils();
  return useMutation({
    async mutationFn(report: { reason: ReportReason; comment?: string; blockToo: boolean }) {
      const { blockToo, ...words } = report;
      // A second try after a failed block repeats the report, which changes nothing.
      await client.moderation.report.mutate({ targetType, targetId, ...words });
      if (blockToo && person.id !== null) {
        await client.messaging.block.mutate({ userId: person.id });
      }
    },
    onSuccess(_, { blockToo }) {
      const message = 'Thanks. A moderator will review it.';
      toast({ title: 'Report sent', message, kind: 'success' });
      onClose();
      if (blockToo) onBlocked();
    },
    onError(error) {
      const message = errorMessage(error, "We couldn't send your report. Please try again.");
      toast({ title: 'Error', message, kind: 'error' });
    },
  });
}
