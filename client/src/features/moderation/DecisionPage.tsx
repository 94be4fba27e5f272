import { Paper, Title } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { errorCode, errorMessage } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { NoticePage } from '../../ui/NoticePage.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { DecisionCard } from './DecisionCard.tsx';

/** The page of the link in an email to someone who cannot sign in. */
export function Component() {
  const token = useSearchParams()[0].get('token') ?? '';
  const utils = trpc.useUtils();
  const { data, error } = trpc.moderation.decisionByLink.useQuery({ token });
  const appeal = trpc.moderation.appealByLink.useMutation({
    onSuccess: (decision) => utils.moderation.decisionByLink.setData({ token }, decision),
  });
  if (error && !data) {
    const isRefused = ['BAD_REQUEST', 'NOT_FOUND'].includes(errorCode(error) ?? '');
    const text = isRefused ? error.message : 'Check your connection and try again.';
    return (
      <NoticePage
        title={isRefused ? "This link doesn't work" : 'Something went wrong'}
        text={text}
      />
    );
  }
  if (!data) return <NoticePage title="One moment…" text="" />;
  const send = async (text: string) => {
    await appeal.mutateAsync({ token, text }).catch(() => undefined);
  };
  const failure = appeal.error ? errorMessage(appeal.error, 'Please try again.') : undefined;
  return (
    <PageContainer size={640} mih="60vh">
      <Title order={1} mb="lg">
        Our decision
      </Title>
      <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
        <DecisionCard decision={data} appeal={{ send, isBusy: appeal.isPending, error: failure }} />
      </Paper>
    </PageContainer>
  );
}
