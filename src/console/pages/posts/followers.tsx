import type { ResultOf } from '../../graphql.ts'
import { useAction } from '../../live/use-action.ts'
import { usePages } from '../../live/use-pages.ts'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Mark } from '../../ui/mark.tsx'
import rows from '../../ui/rows.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Time } from '../../ui/time.tsx'
import { ADD_FOLLOWER, POST_FOLLOWERS } from './people-documents.ts'
import { PersonForm } from './person-form.tsx'
import styles from './people.module.css'

const t = messagesOf(texts)
const ACTS = /^(VOTE|COMMENT|POST)_/
const changesFollowers = (type: string) => ACTS.test(type)
const followersIn = ({ post }: ResultOf<typeof POST_FOLLOWERS>) => post?.subscribers

/** People who follow a post, and the form that adds one. */
export function Followers({ id, isClosed }: { id: string; isClosed: boolean }) {
  const { nodes, error, refresh, ...more } = usePages(POST_FOLLOWERS, { id }, followersIn, changesFollowers)
  const { run, errors, problem, isRunning } = useAction(ADD_FOLLOWER)
  const add = async (person: { email: string; name: string | null }) => {
    const payload = await run({ id, person })
    if (payload) refresh()
    return payload !== null
  }
  return (
    <div className={styles.part}>
      {!isClosed && (
        <PersonForm
          label={t('followFor')}
          action={t('addFollower')}
          error={errors['subscriber.email'] ?? problem ?? undefined}
          isRunning={isRunning}
          onAdd={add}
        />
      )}
      {!nodes && (error ? <p role="alert">{t('failed')}</p> : <Skeleton rows={3} />)}
      {nodes?.length === 0 && <p className={styles.quiet}>{t('noFollowers')}</p>}
      <ul aria-label={t('part.followers')}>
        {nodes?.map(({ user, createdAt }) => (
          <li key={user.id} className={`${rows.row} ${styles.row}`}>
            <Mark name={user.name} isRound />
            <span className={styles.name} dir="auto">
              {user.name}
              <small>{user.email}</small>
            </span>
            <Time at={createdAt} className={rows.soft} />
          </li>
        ))}
      </ul>
      <LoadMore {...more} />
    </div>
  )
}
