import { Link, Outlet, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LiveProvider, useConnection, useNewestEvents } from '../live/live.tsx'
import texts from '../messages/en/shell.json'
import { messagesOf } from '../messages.ts'
import button from '../ui/button.module.css'
import { Toasts } from '../ui/toast.tsx'
import { Commands } from './commands.tsx'
import { LoadingPage } from './loading-page.tsx'
import { Navigation } from './navigation.tsx'
import { Refusal } from './refusal.tsx'
import { SessionOver } from './session-over.tsx'
import { signInAddress, storeOrganization } from './session.ts'
import styles from './shell.module.css'
import { isForbidden, useShell } from './use-shell.ts'
import { ViewerContext } from './viewer.ts'

const t = messagesOf(texts)

/** Frame of every page of an organization, with its live connection. */
export function OrganizationShell() {
  const { organization = '' } = useParams({ strict: false })
  return (
    <LiveProvider key={organization} organization={organization}>
      <Frame slug={organization} />
    </LiveProvider>
  )
}

/** Pages wait for the end of the log: what they read is then never older than the first event they follow. */
function Frame({ slug }: { slug: string }) {
  const { data, error } = useShell()
  const isReading = useNewestEvents() === null
  const isOver = useConnection() === 'over'
  const viewer = data?.viewer
  const isSignedOut = data ? !viewer : isOver
  const isMember = Boolean(viewer?.organization && viewer.role)
  useEffect(() => {
    if (isSignedOut) location.replace(signInAddress())
    else if (isMember) storeOrganization(slug)
  }, [isSignedOut, isMember, slug])
  if (isSignedOut) return null
  if ((data && !isMember) || (error && isForbidden(error))) return <Foreign slug={slug} />
  if (error && !data)
    return (
      <Refusal title={t('unreachableTitle')} text={error.graphQLErrors[0]?.message ?? t('unreachable')} />
    )
  return (
    <ViewerContext value={viewer ?? null}>
      <a className={styles.skip} href="#main">
        {t('skip')}
      </a>
      <div className={styles.frame}>
        <Navigation slug={slug} shell={data} />
        <main id="main" tabIndex={-1} className={styles.main}>
          {viewer && !isReading ? <Outlet /> : <LoadingPage />}
        </main>
      </div>
      <SessionOver />
      <Toasts />
      <Commands slug={slug} />
    </ViewerContext>
  )
}

/** Page of an organization in whose team the person is not. */
function Foreign({ slug }: { slug: string }) {
  return (
    <Refusal title={t('foreignTitle', { slug })} text={t('foreign')}>
      <Link to="/" className={`${button.button} ${button.main}`}>
        {t('toConsole')}
      </Link>
    </Refusal>
  )
}
