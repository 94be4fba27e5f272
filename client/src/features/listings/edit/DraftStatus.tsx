import { Anchor, Text } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { trpc } from '../../../api/trpc.ts';
import { paths } from '../../../config/paths.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { savedText } from '../../../ui/time/time-text.ts';
import type { DraftSync } from './use-draft-sync.ts';

const DraftConflict = lazyPart(async () => (await import('./DraftConflict.tsx')).DraftConflict);

/** Says whether a new listing is saved. `onLeave` closes the form. */
export function DraftStatus({ draft, onLeave }: { draft: DraftSync; onLeave: () => void }) {
  const { savedAt, failure, other } = draft;
  const navigate = useNavigate();
  const isEmpty = savedAt === null && failure === null;
  const { data: drafts } = trpc.drafts.list.useQuery(undefined, { enabled: isEmpty });
  const count = drafts?.length ?? 0;
  const openDrafts = () => {
    onLeave();
    void navigate(`${paths.myListings}?status=drafts`);
  };
  const startAnother = async () => {
    if ((await draft.flush()) === null) draft.reset();
  };
  return (
    <>
      <Text size="xs" c="dimmed" className="numbers">
        {failure !== null && `Not saved yet. ${failure}`}
        {failure === null && savedAt !== null && (
          <>
            {`Saved ${savedText(savedAt)} · `}
            <TextButton onClick={() => void startAnother()}>Start another</TextButton>
          </>
        )}
        {isEmpty && count === 0 && 'We save your draft as you write.'}
        {isEmpty && count > 0 && (
          <TextButton onClick={openDrafts}>
            {count === 1 ? 'Continue your draft' : `Continue one of your ${count} drafts`}
          </TextButton>
        )}
      </Text>
      <DraftConflict draft={draft} opened={other !== null} />
    </>
  );
}

function TextButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Anchor component="button" type="button" inherit underline="always" onClick={onClick}>
      {children}
    </Anchor>
  );
}
