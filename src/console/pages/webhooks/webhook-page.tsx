import { Link, useMatchRoute, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ForAdmins } from '../../app/for-admins.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { useLiveQuery } from '../../live/use-live-query.ts'
import texts from '../../messages/en/webhooks.json'
import { messagesOf } from '../../messages.ts'
import button from '../../ui/button.module.css'
import { Copy } from '../../ui/copy.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Time } from '../../ui/time.tsx'
import { Health } from './health.tsx'
import { nameOf } from './name-of.ts'
import { WebhookActions } from './webhook-actions.tsx'
import { WEBHOOK, type Webhook } from './webhook-documents.ts'
import styles from './webhook-page.module.css'

const t = messagesOf(texts)
const PARTS = [
  { to: '/$organization/developers/webhooks/$webhook', text: 'deliveries' },
  { to: '/$organization/developers/webhooks/$webhook/document', text: 'document' },
  { to: '/$organization/developers/webhooks/$webhook/settings', text: 'settings' },
] as const
const any = () => true

type WebhookPageProps = { children: (webhook: Webhook) => ReactNode }

/** Head of the pages of one webhook: its state, its actions and its parts. */
export function WebhookPage({ children }: WebhookPageProps) {
  return (
    <ForAdmins title={t('title')}>
      <Parts>{children}</Parts>
    </ForAdmins>
  )
}

function Parts({ children }: WebhookPageProps) {
  const { organization = '', webhook: id = '' } = useParams({ strict: false })
  const { data, error } = useLiveQuery({
    query: WEBHOOK,
    variables: { id },
    changesWith: any,
    intervalMs: 1_000,
    everyMs: 15_000,
  })
  const webhook = data?.webhook
  const part = usePart()
  if (!webhook)
    return (
      <>
        <PageHead title={t('title')} />
        {data || error ? <Gone organization={organization} isFailed={!data} /> : <Skeleton />}
      </>
    )
  return (
    <>
      <PageHead title={nameOf(webhook)} within={part && t(part.text)}>
        <WebhookActions organization={organization} webhook={webhook} />
      </PageHead>
      <Summary webhook={webhook} />
      <Tabs name={t('parts')}>
        {PARTS.map(({ to, text }) => (
          <Link
            key={to}
            to={to}
            params={{ organization, webhook: id }}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            {t(text)}
          </Link>
        ))}
      </Tabs>
      <div className={styles.part}>{children(webhook)}</div>
    </>
  )
}

/** The part of the webhook that the address names. */
function usePart() {
  const matches = useMatchRoute()
  return PARTS.find(({ to }) => matches({ to }))
}

function Summary({ webhook }: { webhook: Webhook }) {
  const { url, disabledReason, previousSecretUntil } = webhook
  const isRotating = previousSecretUntil !== null && Date.parse(previousSecretUntil) > Date.now()
  return (
    <div className={styles.summary}>
      <Health webhook={webhook} nextTry={webhook.deliveries.nodes[0]?.nextAttemptAt ?? null} />
      {disabledReason !== null && <span>{disabledReason}</span>}
      <span className={styles.url}>
        <code>{url}</code>
        <Copy value={url} name={t('url')} />
      </span>
      {isRotating && (
        <span>
          {t('twoSecrets')} <Time at={previousSecretUntil} />
        </span>
      )}
    </div>
  )
}

function Gone({ organization, isFailed }: { organization: string; isFailed: boolean }) {
  if (isFailed) return <p role="alert">{t('failed')}</p>
  return (
    <Empty
      title={t('gone')}
      text={t('goneText')}
      action={
        <Link to="/$organization/developers/webhooks" params={{ organization }} className={button.button}>
          {t('title')}
        </Link>
      }
    />
  )
}
