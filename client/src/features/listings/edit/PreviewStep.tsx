import { Alert, Box, Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { categoryLabel, conditionLabel } from '@marketplace/shared/listings/constants';
import { storedDetails } from '@marketplace/shared/listings/details';
import { listingText } from '@marketplace/shared/listings/parse-details';
import { isolated } from '@marketplace/shared/direction';
import { cleanLine, cleanText } from '@marketplace/shared/plain-text';
import { formatPriceExact } from '@marketplace/shared/money';
import { canonicalPrice } from '@marketplace/shared/typed-price';
import { matchLocation, regionLabel } from '@marketplace/shared/regions/match-location';
import { trpc } from '../../../api/trpc.ts';
import { numberText } from '../../../ui/count-text.ts';
import { IconPhoto } from '../../../ui/icons/icons.tsx';
import { IconMapPin } from '../../../ui/icons/listing-icons.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { FilePreview } from '../../uploads/FilePreview.tsx';
import { contactText, FeaturedBadge, FirmPrice, WantedBadge } from '../browse/ListingState.tsx';
import { Facts } from '../detail/Facts.tsx';
import type { Picture } from '../photos/use-pictures.ts';
import type { StepProps } from './FormStep.tsx';
import photoClasses from '../photos/Photo.module.css';
import classes from './ListingSteps.module.css';

/** Shows the listing as buyers will see it, with buttons to save it or to return to the form. */
export function PreviewStep({ listingForm, pictures, saving, ...props }: StepProps) {
  // The user can remove these in the form.
  const failed = pictures.pictures.filter(({ error }) => error !== null);
  return (
    <>
      <ListingPreview listingForm={listingForm} pictures={pictures} />
      {!saving && failed.length > 0 && (
        <Alert color="red" title="Some photos didn't upload" role="alert">
          {failed.map(({ key, error }) => (
            <Text key={key}>{error}</Text>
          ))}
        </Alert>
      )}
      {listingForm.isNew && <WaitingBuyers listingForm={listingForm} pictures={pictures} />}
      {props.signInPrompt}
      <div className={classes.actions}>
        {/* Only hidden, so that the buttons do not move. */}
        <Progress
          size="xs"
          mb="sm"
          value={Math.round(props.uploaded * 100)}
          animated
          aria-label="Photos uploaded"
          style={{ visibility: saving ? 'visible' : 'hidden' }}
        />
        <div className="dialog-actions">
          <Button variant="default" disabled={saving} onClick={() => props.onStep('form')}>
            Edit Listing
          </Button>
          {!props.signInPrompt && (
            <Button disabled={saving} onClick={props.onSave}>
              {props.saveLabel}
            </Button>
          )}
        </div>
      </div>
    </>
  );
}

type Writing = Pick<StepProps, 'listingForm' | 'pictures'>;

/** Says how many people an unpublished listing would notify. Shows nothing for none. */
function WaitingBuyers({ listingForm, pictures }: Writing) {
  const { title, description, price, category, condition, kind, location, isFeatured } =
    listingForm.form.values;
  const draft = {
    title,
    description,
    price,
    category,
    condition,
    kind,
    isFeatured,
    location: location.trim() || regionLabel,
    hasPhoto: pictures.pictures.length > 0,
  };
  const enabled = Boolean(useCurrentUser());
  const { data } = trpc.searches.waiting.useQuery({ draft }, { enabled, gcTime: 0 });
  const count = data?.count ?? 0;
  return (
    // Reserves its height, so that nothing moves when the number arrives.
    <Text component="output" display="block" c="dimmed" size="sm" mih={22} ta="center">
      {count > 0 &&
        `${numberText({ count })} ${count === 1 ? 'person waits' : 'people wait'} for something like this.`}
    </Text>
  );
}

function ListingPreview({ listingForm: { form, isNew }, pictures }: Writing) {
  const { values } = form;
  const isWanted = values.kind === 'wanted';
  const isFree = canonicalPrice(values.price) === '0.00';
  // The place in its stored form.
  const match = matchLocation(values.location);
  const noPlace = isNew ? regionLabel : 'Location not specified';
  const title = cleanLine(values.title) || 'Untitled Listing';
  const { description, details } = listingText({
    description: cleanText(values.description),
    details: storedDetails(values.details),
  });
  return (
    <Paper
      component="article"
      bd="1px solid var(--line)"
      radius="lg"
      w="100%"
      maw={600}
      mx="auto"
      style={{ overflow: 'hidden' }}
      aria-label="Preview"
    >
      <PreviewPictures pictures={pictures.pictures} title={title} />
      <Stack gap="xs" align="flex-start" p="md" style={{ overflowWrap: 'anywhere' }}>
        <WantedBadge kind={values.kind} />
        {values.isFeatured && <FeaturedBadge />}
        <Title order={2} fz="xl" dir="auto">
          {title}
        </Title>
        <Text fz="xl" fw={700} className="numbers">
          {isFree ? 'Free' : `${isWanted ? 'Up to ' : ''}${formatPriceExact(values.price)}`}
          <FirmPrice {...values} />
        </Text>
        <Group gap={6} c="dimmed">
          <IconMapPin size={18} stroke={1.75} aria-hidden />
          <span>{match.ok ? match.canonical : values.location.trim() || noPlace}</span>
          <span aria-hidden>·</span>
          <span>Just now</span>
        </Group>
        {description && (
          <Text dir="auto" style={{ whiteSpace: 'pre-line' }}>
            {description}
          </Text>
        )}
        <Group component="dl" gap="4px 24px" m={0}>
          {Object.entries({
            Category: categoryLabel(values.category),
            ...(!isWanted && { Condition: conditionLabel(values.condition) }),
          }).map(([name, value]) => (
            <Group key={name} gap="xs">
              <Text component="dt" c="dimmed">
                {name}
              </Text>
              <dd style={{ margin: 0 }}>{value}</dd>
            </Group>
          ))}
        </Group>
        {details.length > 0 && (
          <Box component="section" w="100%" aria-label="Product Details">
            <Title order={3} size="sm">
              Product Details
            </Title>
            <Facts facts={details} />
          </Box>
        )}
        <Button disabled fullWidth>
          {contactText(values)}
        </Button>
      </Stack>
    </Paper>
  );
}

/** At most this many pictures are below the first one, followed by the number of the others. */
const thumbnails = 3;
const centered = { placeItems: 'center', fontWeight: 600 };
const moreGrid = { display: 'grid', gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', gap: 4 };

const propsOf = ({ preview, name, url }: Picture) => ({
  className: photoClasses.photo,
  preview,
  name,
  url,
});

function PreviewPictures({ pictures, title }: { pictures: Picture[]; title: string }) {
  const [first, ...others] = pictures;
  if (!first) {
    return (
      <Text component="div" fz="md" className={photoClasses.empty}>
        <IconPhoto size={32} stroke={1.75} aria-hidden />
        No image
      </Text>
    );
  }
  const rest = others.length - thumbnails;
  return (
    <>
      <FilePreview {...propsOf(first)} alt={title} />
      {others.length > 0 && (
        <Box component="ul" className="plain" mt={4} style={moreGrid}>
          {others.slice(0, thumbnails).map((picture, index) => (
            <li key={picture.key}>
              <FilePreview
                {...propsOf(picture)}
                alt={`${isolated(title)}, ${index + 2} of ${pictures.length}`}
              />
            </li>
          ))}
          {rest > 0 && (
            <Box component="li" className={photoClasses.photo} display="grid" style={centered}>
              <span aria-label={`${rest} more`}>+{rest}</span>
            </Box>
          )}
        </Box>
      )}
    </>
  );
}
