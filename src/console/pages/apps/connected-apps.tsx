import { use } from 'react'
import { ViewerContext } from '../../app/viewer.ts'
import type { ResultOf } from '../../graphql.ts'
import { usePages } from '../../live/use-pages.ts'
import { useRereads } from '../../live/use-rereads.ts'
import texts from '../../messages/en/apps.json'
import { messagesOf } from '../../messages.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import rows from '../../ui/rows.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Time } from '../../ui/time.tsx'
import styles from './apps.module.css'
import { InstallActions } from './install-actions.tsx'
import { INSTALLS, type Install } from './install-documents.ts'
import { INTERVAL_MS, never } from './rereads.ts'

const t = messagesOf(texts)
const NO_VARIABLES = {}
const select = ({ installs }: ResultOf<typeof INSTALLS>) => installs

/** Apps that an admin has allowed into the organization. */
export function ConnectedApps() {
  const { nodes, error, refresh, ...more } = usePages(INSTALLS, NO_VARIABLES, select)
  useRereads({ read: refresh, changesWith: never, everyMs: INTERVAL_MS })
  return (
    <section className={styles.part} aria-labelledby="connected-apps">
      <h2 id="connected-apps">{t('connected')}</h2>
      <p>{t(nodes?.length === 0 ? 'noConnected' : 'connectedIntro')}</p>
      {!nodes && !error && <Skeleton rows={3} />}
      {!nodes && error && <p role="alert">{t('failed')}</p>}
      {nodes && nodes.length > 0 && (
        <ul className={`${rows.rows} ${styles.list}`}>
          {nodes.map((install) => (
            <Row key={install.id} install={install} onChange={refresh} />
          ))}
        </ul>
      )}
      <LoadMore {...more} />
    </section>
  )
}

/** Returns the maker of an app. An agent is made by the host that describes it, or is not verified. */
function makerOf({ kind, clientId, owner }: Install['app']): string {
  if (kind === 'DYNAMIC') return t('unverified')
  return t('by', { name: kind === 'METADATA' ? new URL(clientId).host : owner.name })
}

function Row({ install, onChange }: { install: Install; onChange: () => void }) {
  const { app, user, scopes, actorMode, updatedAt } = install
  const organization = use(ViewerContext)?.organization?.name ?? ''
  return (
    <li className={`${rows.row} ${styles.install}`}>
      <span className={rows.title}>
        {app.name} <span className={styles.quiet}>{makerOf(app)}</span>
      </span>
      <span className={rows.soft}>{t(`mode.${actorMode}`, { name: user.name })}</span>
      <span className={rows.soft}>{t('scopes', { count: scopes.length })}</span>
      <span className={rows.soft}>
        {t('changed')} <Time at={updatedAt} />
      </span>
      <InstallActions
        {...install}
        name={app.name}
        organization={organization}
        offered={app.subscribedWebhookEvents}
        onChange={onChange}
      />
    </li>
  )
}
