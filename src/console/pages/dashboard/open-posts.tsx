import { useSubscription } from 'urql'
import { graphql, type ResultOf } from '../../graphql.ts'
import texts from '../../messages/en/dashboard.json'
import { messagesOf } from '../../messages.ts'
import { Figure } from '../../ui/figure.tsx'
import { Status } from '../../ui/status.tsx'
import styles from './open-posts.module.css'
import { Unread } from './rows.tsx'
import { Tile } from './tile.tsx'

const t = messagesOf(texts)

const STATUS_COUNTS = graphql(`
  subscription StatusCounts {
    statusCounts {
      count
      status {
        id
        name
        color
        kind
      }
    }
  }
`)

type StatusCount = ResultOf<typeof STATUS_COUNTS>['statusCounts'][number]
const isOpen = ({ status }: StatusCount) => status.kind !== 'COMPLETED' && status.kind !== 'CLOSED'

/** Posts that are neither completed nor closed, and those of each status. */
export function OpenPosts({ today }: { today: number | undefined }) {
  const [{ data, error }] = useSubscription({ query: STATUS_COUNTS })
  const counts = data?.statusCounts
  const open = counts?.filter(isOpen).reduce((sum, { count }) => sum + count, 0)
  return (
    <Tile title={t('open.title')}>
      <p className={styles.sum}>
        <Figure value={open} size="large" />
        {open !== undefined && today !== undefined && (
          <span className={styles.today}>{t('open.today', { count: today })}</span>
        )}
      </p>
      {counts ? (
        <ul className={styles.statuses}>
          {counts.map(({ status, count }) => (
            <li key={status.id}>
              <Status name={status.name} color={status.color} />
              <Figure value={count} />
            </li>
          ))}
        </ul>
      ) : (
        <Unread rows={2.4} isFailed={error !== undefined} />
      )}
    </Tile>
  )
}
