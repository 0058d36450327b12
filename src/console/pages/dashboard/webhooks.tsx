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

const WEBHOOK_HEALTH = graphql(`
  query WebhookHealth {
    webhooks(first: 50, orderBy: { field: CREATED_AT, direction: DESC }) {
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
  }
`)

type Webhook = ResultOf<typeof WEBHOOK_HEALTH>['webhooks']['nodes'][number]

/** Every event may be delivered, and changes the health of a webhook after that. */
const changesHealth = () => true
const INTERVAL_MS = 5_000
const NO_VARIABLES = {}
const MAX_ROWS = 4
const ORDER = ['failing', 'off', 'healthy'] as const

const stateOf = ({ enabled, failingSince }: Webhook) =>
  !enabled ? 'off' : failingSince === null ? 'healthy' : 'failing'

/** Webhooks with the share of their successful deliveries, failing ones first. */
export function Webhooks() {
  const { data, error } = useLiveQuery({
    query: WEBHOOK_HEALTH,
    variables: NO_VARIABLES,
    changesWith: changesHealth,
    intervalMs: INTERVAL_MS,
    everyMs: 30_000,
  })
  const webhooks = data?.webhooks.nodes
  const rank = (webhook: Webhook) => ORDER.indexOf(stateOf(webhook))
  const rows = webhooks?.toSorted((one, other) => rank(one) - rank(other)).slice(0, MAX_ROWS)
  return (
    <Tile
      title={t('webhooks.title')}
      rows={1}
      aside={webhooks && webhooks.length > 0 && <Sum webhooks={webhooks} />}
    >
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

function Sum({ webhooks }: { webhooks: readonly Webhook[] }) {
  const count = (state: ReturnType<typeof stateOf>) =>
    webhooks.filter((webhook) => stateOf(webhook) === state).length
  return (
    <span className={tile.aside}>
      {t('webhooks.sum', { healthy: count('healthy'), failing: count('failing'), off: count('off') })}
    </span>
  )
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
