import { imagePath } from '@marketplace/shared/media/urls';
import type { CaseView } from '@marketplace/shared/moderation/schemas';
import { clockText, dayText } from '../../../ui/time-text.ts';
import { useToday } from '../../../ui/use-today.ts';
import classes from './CaseEvidence.module.css';
import { isUnchanged, type Seen, seenIn } from './evidence.ts';

/** What was reported, as it was at the time. */
export function CaseEvidence({ view }: { view: CaseView }) {
  const seen = seenIn(view);
  if (!seen) return <p className={classes.quiet}>Nothing was kept of it.</p>;
  if (view.targetType === 'message') return <Talk view={view} seen={seen} />;
  const unchanged = isUnchanged(view, seen);
  // A user and a review say all of it above.
  const facts = unchanged && view.targetType !== 'listing' ? [] : seen.facts;
  return (
    <>
      {unchanged ? (
        <p className={classes.quiet}>Unchanged since.</p>
      ) : (
        <div className={classes.words}>
          {seen.title && <p className={classes.title}>{seen.title}</p>}
          {seen.text && <p className={classes.text}>{seen.text}</p>}
        </div>
      )}
      {seen.imageIds.length > 0 && (
        <ul className={classes.images}>
          {seen.imageIds.map((id, index) => (
            <li key={id}>
              <a href={imagePath(id, 1280)} target="_blank" rel="noreferrer">
                <img
                  src={imagePath(id, 320)}
                  width={72}
                  height={54}
                  alt={`Number ${index + 1}`}
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {facts.length > 0 && (
        <dl className={classes.facts}>
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

function Talk({ view, seen: { talk } }: { view: CaseView; seen: Seen }) {
  const today = useToday();
  const { owner } = view.target;
  const nameOf = (senderId: string) => {
    if (senderId === owner?.id) return owner.displayName;
    const reporter = view.reports.find(({ reporter }) => reporter?.id === senderId)?.reporter;
    return reporter?.displayName ?? 'The other person';
  };
  return (
    <ol className={classes.talk}>
      {talk.map(({ senderId, content, createdAt }, index) => {
        const reported = index === talk.length - 1;
        return (
          <li key={`${createdAt} ${content}`} data-reported={reported || undefined}>
            <p className={classes.sender}>
              <span className={classes.name}>{nameOf(senderId)}</span>
              <time dateTime={createdAt}>
                {dayText(createdAt, today)}, {clockText(createdAt)}
              </time>
              {reported && <span className={classes.mark}>Reported</span>}
            </p>
            <p className={classes.text}>{content}</p>
          </li>
        );
      })}
    </ol>
  );
}
