import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ResultOf } from '../../graphql.ts'
import { usePages } from '../../live/use-pages.ts'
import { useRereads } from '../../live/use-rereads.ts'
import texts from '../../messages/en/apps.json'
import { messagesOf } from '../../messages.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import rows from '../../ui/rows.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Time } from '../../ui/time.tsx'
import type { App } from './app-documents.ts'
import styles from './apps.module.css'
import { InstallActions } from './install-actions.tsx'
import { APP_INSTALLS } from './install-documents.ts'
import { INTERVAL_MS, never } from './rereads.ts'

const t = messagesOf(texts)
type Data = ResultOf<typeof APP_INSTALLS>
type AppInstall = NonNullable<Data['oauthApp']>['installs']['nodes'][number]
const select = ({ oauthApp }: Data) => oauthApp?.installs

/** Organizations that have connected an app. Only their own admins narrow and revoke it. */
export function AppInstalls({ app }: { app: App }) {
  const variables = useMemo(() => ({ id: app.id }), [app.id])
  const { nodes, error, refresh, ...more } = usePages(APP_INSTALLS, variables, select)
  useRereads({ read: refresh, changesWith: never, everyMs: INTERVAL_MS })
  return (
    <section className={styles.part} aria-labelledby="installs">
      <h2 id="installs">{t('installsTitle')}</h2>
      {!nodes && !error && <Skeleton rows={2} />}
      {!nodes && error && <p role="alert">{t('failed')}</p>}
      {nodes?.length === 0 && <p>{t('noInstalls')}</p>}
      {nodes && nodes.length > 0 && (
        <ul className={`${rows.rows} ${styles.list}`}>
          {nodes.map((install) => (
            <Row key={install.installId} app={app} install={install} onChange={refresh} />
          ))}
        </ul>
      )}
      <LoadMore {...more} />
    </section>
  )
}

type RowProps = { app: App; install: AppInstall; onChange: () => void }

function Row({ app, install, onChange }: RowProps) {
  const { organization = '' } = useParams({ strict: false })
  const { installId, actorMode, scopes, webhookEvents, updatedAt } = install
  return (
    <li className={`${rows.row} ${styles.install}`}>
      <span className={rows.title}>{install.organization.name}</span>
      <span className={rows.soft}>{t(`modeName.${actorMode}`)}</span>
      <span className={rows.soft} title={scopes.join(', ')}>
        {t('scopes', { count: scopes.length })}
      </span>
      <span className={rows.soft}>
        {t('changed')} <Time at={updatedAt} />
      </span>
      {install.organization.slug === organization ? (
        <InstallActions
          id={installId}
          scopes={scopes}
          webhookEvents={webhookEvents}
          updatedAt={updatedAt}
          name={app.name}
          organization={install.organization.name}
          offered={app.subscribedWebhookEvents}
          onChange={onChange}
        />
      ) : (
        <span className={`${rows.soft} ${rows.end}`}>{t('elsewhere')}</span>
      )}
    </li>
  )
}
