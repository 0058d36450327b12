import { PlusIcon } from '@primer/octicons-react'
import { Link, useParams } from '@tanstack/react-router'
import { ForAdmins } from '../../app/for-admins.tsx'
import { PageHead } from '../../app/page-head.tsx'
import type { ResultOf } from '../../graphql.ts'
import { usePages } from '../../live/use-pages.ts'
import { useRereads } from '../../live/use-rereads.ts'
import texts from '../../messages/en/webhooks.json'
import { messagesOf } from '../../messages.ts'
import { Badge } from '../../ui/badge.tsx'
import button from '../../ui/button.module.css'
import { Empty } from '../../ui/empty.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import rows from '../../ui/rows.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAttempts } from './use-attempts.ts'
import { Health } from './health.tsx'
import { ListTabs } from './list-tabs.tsx'
import { nameOf } from './name-of.ts'
import { WEBHOOKS, type WebhookRow } from './webhook-documents.ts'
import styles from './webhooks.module.css'

const t = messagesOf(texts)
const NO_VARIABLES = {}
const any = () => true
const select = ({ webhooks }: ResultOf<typeof WEBHOOKS>) => webhooks

/** Webhooks of the organization with their health. */
export function Webhooks() {
  const { organization = '' } = useParams({ strict: false })
  return (
    <ForAdmins title={t('title')}>
      <PageHead title={t('title')}>
        <NewLink organization={organization} />
      </PageHead>
      <ListTabs />
      <List organization={organization} />
    </ForAdmins>
  )
}

function NewLink({ organization }: { organization: string }) {
  return (
    <Link
      to="/$organization/developers/webhooks/new"
      params={{ organization }}
      className={`${button.button} ${button.main}`}
    >
      <PlusIcon size={16} /> {t('new')}
    </Link>
  )
}

function List({ organization }: { organization: string }) {
  const { nodes: webhooks, error, refresh, ...more } = usePages(WEBHOOKS, NO_VARIABLES, select)
  useRereads({ read: refresh, changesWith: any, intervalMs: 5_000, everyMs: 30_000 })
  useAttempts({ webhookId: null, refresh, isShown: never })
  if (!webhooks) return error ? <p role="alert">{t('failed')}</p> : <Skeleton rows={4} />
  if (webhooks.length === 0)
    return (
      <Empty
        title={t('empty')}
        text={t('emptyText')}
        action={<NewLink organization={organization} />}
        curl={{ command: CURL, name: t('curl') }}
      />
    )
  return (
    <>
      <ul className={rows.rows} aria-label={t('title')}>
        {webhooks.map((webhook) => (
          <Row key={webhook.id} organization={organization} webhook={webhook} />
        ))}
      </ul>
      <LoadMore {...more} />
    </>
  )
}

/** An attempt changes the health of its webhook. */
const never = () => false

const CURL = `curl ${location.origin}/api/v3/webhooks \\
  -H "API-KEY: $API_KEY" -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"url": "https://example.com/hook", "events": ["post_created"]}'`

function Row({ organization, webhook }: { organization: string; webhook: WebhookRow }) {
  const { id, url, health, install, document, events } = webhook
  return (
    <li className={`${rows.row} ${styles.row}`}>
      <Link
        to="/$organization/developers/webhooks/$webhook"
        params={{ organization, webhook: id }}
        className={`${rows.title} ${styles.link}`}
        title={url}
      >
        {nameOf(webhook)}
      </Link>
      <span className={styles.badges}>
        {install && <Badge>{t('ofApp')}</Badge>}
        {document !== null && <Badge>{t('ownDocument')}</Badge>}
        <span className={rows.soft}>{t('events', { count: events.length })}</span>
      </span>
      <span className={`${rows.soft} ${styles.rate}`}>
        {health.successRate === null
          ? t('idle')
          : t('rate', { percent: Math.floor(health.successRate * 1_000) / 10 })}
      </span>
      <span className={styles.health}>
        <Health webhook={webhook} nextTry={webhook.deliveries.nodes[0]?.nextAttemptAt ?? null} />
      </span>
    </li>
  )
}
