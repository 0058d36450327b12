import { Link, useParams } from '@tanstack/react-router'
import { graphql, type ResultOf } from '../../graphql.ts'
import { useLiveQuery } from '../../live/use-live-query.ts'
import texts from '../../messages/en/dashboard.json'
import { messagesOf } from '../../messages.ts'
import { Time } from '../../ui/time.tsx'
import { Unread } from './rows.tsx'
import { Tile } from './tile.tsx'
import tile from './tile.module.css'
import styles from './webhooks.module.css'

const t = messagesOf(texts)

const OF_STATE = graphql(`
  fragment WebhooksOfState on WebhookConnection @_unmask {
    totalCount
    nodes {
      id
      name
      url
      enabled
      disabledAt
      failingSince
      health {
        successRate
      }
    }
  }
`)

const WEBHOOK_HEALTH = graphql(
  `
    query WebhookHealth($order: WebhookOrder) {
      failing: webhooks(first: 4, filter: { enabled: true, failing: true }, orderBy: $order) {
        ...WebhooksOfState
      }
      off: webhooks(first: 4, filter: { enabled: false }, orderBy: $order) {
        ...WebhooksOfState
      }
      healthy: webhooks(first: 4, filter: { enabled: true, failing: false }, orderBy: $order) {
        ...WebhooksOfState
      }
    }
  `,
  [OF_STATE],
)

type Health = ResultOf<typeof WEBHOOK_HEALTH>
type Webhook = Health['healthy']['nodes'][number]

/** Every event may be delivered, and changes the health of a webhook after that. */
const changesHealth = () => true
const INTERVAL_MS = 5_000
const NEWEST = { order: { field: 'CREATED_AT', direction: 'DESC' } } as const
const MAX_ROWS = 4
const ORDER = ['failing', 'off', 'healthy'] as const

const stateOf = ({ enabled, failingSince }: Webhook) =>
  !enabled ? 'off' : failingSince === null ? 'healthy' : 'failing'

/** Webhooks with the share of their successful deliveries, failing ones first. */
export function Webhooks() {
  const { data, error } = useLiveQuery({
    query: WEBHOOK_HEALTH,
    variables: NEWEST,
    changesWith: changesHealth,
    intervalMs: INTERVAL_MS,
    everyMs: 30_000,
  })
  const rows = data && rowsOf(data)
  return (
    <Tile title={t('webhooks.title')} rows={1} aside={rows && rows.length > 0 && <Sum {...data} />}>
      {!rows && <Unread rows={1} isFailed={error !== undefined} />}
      {rows?.length === 0 && <NoWebhooks />}
      <ul className={`${tile.rows} ${styles.rows}`}>
        {rows?.map((webhook) => (
          <Row key={webhook.id} {...webhook} />
        ))}
      </ul>
    </Tile>
  )
}

/** Returns the webhooks to show. One whose state changes between the reads of two lists is in both. */
function rowsOf(data: Health): Webhook[] {
  const webhooks = ORDER.flatMap((state) => data[state].nodes)
  return [...new Map(webhooks.map((webhook) => [webhook.id, webhook])).values()].slice(0, MAX_ROWS)
}

function NoWebhooks() {
  const { organization = '' } = useParams({ strict: false })
  return (
    <p className={tile.quiet}>
      {t('webhooks.empty')}{' '}
      <Link to="/$organization/developers/webhooks/new" params={{ organization }} className={tile.first}>
        {t('webhooks.new')}
      </Link>
    </p>
  )
}

function Sum({ healthy, failing, off }: Health) {
  const counts = { healthy: healthy.totalCount, failing: failing.totalCount, off: off.totalCount }
  return <span className={tile.aside}>{t('webhooks.sum', counts)}</span>
}

function Row(webhook: Webhook) {
  const { organization = '' } = useParams({ strict: false })
  const { id, name, url, failingSince, disabledAt, health } = webhook
  const state = stateOf(webhook)
  const since = state === 'off' ? disabledAt : failingSince
  return (
    <li>
      <Link
        to="/$organization/developers/webhooks/$webhook"
        params={{ organization, webhook: id }}
        className={tile.title}
        dir="auto"
        title={url}
      >
        {name || new URL(url).host}
      </Link>
      <span className={tile.soft}>
        {health.successRate === null
          ? t('webhooks.idle')
          : t('webhooks.rate', { percent: Math.floor(health.successRate * 1_000) / 10 })}
      </span>
      <span className={styles.state} data-is={state}>
        <i aria-hidden />
        {t(`webhooks.${state}`)} {since && <Time at={since} now={t('webhooks.now')} />}
      </span>
    </li>
  )
}
