import { Link, useParams } from '@tanstack/react-router'
import { ForAdmins } from '../../app/for-admins.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { useLiveQuery } from '../../live/use-live-query.ts'
import texts from '../../messages/en/apps.json'
import { messagesOf } from '../../messages.ts'
import { Badge } from '../../ui/badge.tsx'
import button from '../../ui/button.module.css'
import { Copy } from '../../ui/copy.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AppEnd } from './app-end.tsx'
import { AppInstalls } from './app-installs.tsx'
import { AppSecrets } from './app-secrets.tsx'
import { AppSettings } from './app-settings.tsx'
import { ONE_APP, type App as AppFields } from './app-documents.ts'
import styles from './apps.module.css'
import { Authorize } from './authorize.tsx'
import { INTERVAL_MS, never } from './rereads.ts'

const t = messagesOf(texts)

/** One OAuth app of the organization. */
export function App() {
  return (
    <ForAdmins title={t('title')}>
      <Found />
    </ForAdmins>
  )
}

function Found() {
  const { organization = '', app: id = '' } = useParams({ strict: false })
  const { data, error } = useLiveQuery({
    query: ONE_APP,
    variables: { id },
    changesWith: never,
    everyMs: INTERVAL_MS,
  })
  const app = data?.oauthApp
  if (app) return <Details key={app.id} app={app} />
  const back = (
    <Link to="/$organization/developers/apps" params={{ organization }} className={button.button ?? ''}>
      {t('back')}
    </Link>
  )
  return (
    <>
      <PageHead title={t('title')} />
      {data || error ? (
        <Empty title={t('goneTitle')} text={t('gone')} action={back} />
      ) : (
        <Skeleton rows={8} />
      )}
    </>
  )
}

function Details({ app }: { app: AppFields }) {
  return (
    <>
      <PageHead title={app.name} within={t('title')}>
        <Badge tone={app.suspendedAt === null ? 'good' : 'warn'}>
          {t(app.suspendedAt === null ? 'active' : 'suspended')}
        </Badge>
      </PageHead>
      <dl className={styles.ids}>
        <dt>{t('clientId')}</dt>
        <dd>
          <Copy value={app.clientId} name={t('clientId')} withValue />
        </dd>
        <dt>{t('id')}</dt>
        <dd>
          <Copy value={app.id} name={t('id')} withValue />
        </dd>
      </dl>
      <Authorize app={app} />
      <AppInstalls app={app} />
      <AppSettings app={app} />
      <AppSecrets app={app} />
      <AppEnd app={app} />
    </>
  )
}
