import { PlusIcon } from '@primer/octicons-react'
import { Link, useParams } from '@tanstack/react-router'
import { ForAdmins } from '../../app/for-admins.tsx'
import { PageHead } from '../../app/page-head.tsx'
import type { ResultOf } from '../../graphql.ts'
import { usePages } from '../../live/use-pages.ts'
import { useRereads } from '../../live/use-rereads.ts'
import texts from '../../messages/en/apps.json'
import { messagesOf } from '../../messages.ts'
import { Badge } from '../../ui/badge.tsx'
import button from '../../ui/button.module.css'
import { Empty } from '../../ui/empty.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import rows from '../../ui/rows.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Time } from '../../ui/time.tsx'
import { OWN_APPS, type OwnApp } from './app-documents.ts'
import styles from './apps.module.css'
import { ConnectedApps } from './connected-apps.tsx'
import { INTERVAL_MS, never } from './rereads.ts'

const t = messagesOf(texts)
const NO_VARIABLES = {}
const select = ({ oauthApps }: ResultOf<typeof OWN_APPS>) => oauthApps

/** OAuth apps of the organization, and those that it has connected. */
export function Apps() {
  return (
    <ForAdmins title={t('title')}>
      <PageHead title={t('title')}>
        <Register />
      </PageHead>
      <OwnApps />
      <ConnectedApps />
    </ForAdmins>
  )
}

function Register() {
  const { organization = '' } = useParams({ strict: false })
  return (
    <Link
      to="/$organization/developers/apps/new"
      params={{ organization }}
      className={`${button.button} ${button.main}`}
    >
      <PlusIcon size={16} /> {t('register')}
    </Link>
  )
}

function OwnApps() {
  const { nodes, error, refresh, ...more } = usePages(OWN_APPS, NO_VARIABLES, select)
  useRereads({ read: refresh, changesWith: never, everyMs: INTERVAL_MS })
  return (
    <section className={styles.part} aria-labelledby="own-apps">
      <h2 id="own-apps">{t('own')}</h2>
      <p>{t('ownIntro')}</p>
      {!nodes && !error && <Skeleton rows={3} />}
      {!nodes && error && <p role="alert">{t('failed')}</p>}
      {nodes?.length === 0 && <Empty title={t('noOwnTitle')} text={t('noOwn')} action={<Register />} />}
      {nodes && nodes.length > 0 && (
        <ul className={`${rows.rows} ${styles.list}`}>
          {nodes.map((app) => (
            <Row key={app.id} app={app} />
          ))}
        </ul>
      )}
      <LoadMore {...more} />
    </section>
  )
}

function Row({ app: { id, name, suspendedAt, createdAt, declaredScopes, installs } }: { app: OwnApp }) {
  const { organization = '' } = useParams({ strict: false })
  return (
    <li className={`${rows.row} ${styles.app}`}>
      <Link
        to="/$organization/developers/apps/$app"
        params={{ organization, app: id }}
        className={`${rows.title} ${styles.link}`}
      >
        {name}
      </Link>
      <span className={rows.soft}>{t('scopes', { count: declaredScopes.length })}</span>
      <span className={rows.soft}>{t('installs', { count: installs.totalCount })}</span>
      <span className={rows.soft}>
        {t('created')} <Time at={createdAt} />
      </span>
      <span className={rows.end}>
        <Badge tone={suspendedAt === null ? 'good' : 'warn'}>
          {t(suspendedAt === null ? 'active' : 'suspended')}
        </Badge>
      </span>
    </li>
  )
}
