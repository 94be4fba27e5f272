import { Button, type ButtonProps } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { generalFailure } from '@marketplace/shared/outcomes/general';
import { isolated } from '@marketplace/shared/direction';
import { toastFailure } from '../../../api/failure.ts';
import { trpc } from '../../../api/trpc.ts';
import { paths } from '../../../config/paths.ts';
import { toast } from '../../../ui/toast.ts';
import { useSignIn } from '../../auth/SignInProvider.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';

interface Props extends ButtonProps {
  seller: { id: string; name: string };
}

/** The button that follows or unfollows a seller. A visitor signs in first. */
export function FollowButton({ seller, ...props }: Props) {
  const user = useCurrentUser();
  const openSignIn = useSignIn();
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const { data, isPending } = trpc.searches.list.useQuery(undefined, { enabled: Boolean(user) });
  const followed = data?.find((search) => search.seller?.id === seller.id);
  const onError = (error: unknown) => toastFailure(error, generalFailure);
  const create = trpc.searches.create.useMutation({
    async onSuccess() {
      await utils.searches.list.invalidate();
      toast({
        title: `Following ${isolated(seller.name)}`,
        message: "We'll tell you when they post something.",
        kind: 'success',
        action: { label: 'Saved searches', run: () => void navigate(paths.searches) },
      });
    },
    onError,
  });
  const remove = trpc.searches.remove.useMutation({
    onSuccess: () => utils.searches.list.invalidate(),
    onError,
  });
  const follow = () => create.mutate({ filter: { sellerId: seller.id }, frequency: 'instant' });
  const followOrEnd = () => {
    if (followed) remove.mutate({ id: followed.id });
    else if (user) follow();
    else openSignIn({ reason: `Sign in to follow ${isolated(seller.name)}.`, onSuccess: follow });
  };
  if (user?.id === seller.id) return null;
  const isBusy = create.isPending || remove.isPending || (Boolean(user) && isPending);
  return (
    <Button
      variant={followed ? 'light' : 'default'}
      mih={44}
      miw={106}
      aria-label={`${followed ? 'Following' : 'Follow'} ${isolated(seller.name)}`}
      aria-disabled={isBusy}
      onClick={() => !isBusy && followOrEnd()}
      {...props}
    >
      {followed ? 'Following' : 'Follow'}
    </Button>
  );
}
