import { useState } from 'react'
import { signOut } from '../../app/session.ts'
import { Section } from '../../app/settings-page.tsx'
import type { ResultOf } from '../../graphql.ts'
import { useAction } from '../../live/use-action.ts'
import { usePages } from '../../live/use-pages.ts'
import { useRereads } from '../../live/use-rereads.ts'
import texts from '../../messages/en/account.json'
import { messagesOf } from '../../messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'
import { deviceOf } from './device-of.ts'
import { REVOKE_OTHERS, REVOKE_SESSION, SESSIONS, type Session } from './session-documents.ts'
import styles from './settings.module.css'

const t = messagesOf(texts)
const NO_VARIABLES = {}
const selectSessions = (data: ResultOf<typeof SESSIONS>) => data.sessions
const byTimeOnly = () => false
const INTERVAL_MS = 15_000

/** Where the person is signed in, and the end of each of it. */
export function Sessions() {
  const { nodes, error, refresh, ...more } = usePages(SESSIONS, NO_VARIABLES, selectSessions)
  useRereads({ read: refresh, changesWith: byTimeOnly, everyMs: INTERVAL_MS })
  const { run, problem } = useAction(REVOKE_OTHERS)
  const [isAsking, setAsking] = useState(false)
  const endOthers = async () => {
    const ended = await run({})
    if (!ended) return
    toast({ text: t('othersEnded', { count: ended.revokedSessionIds?.length ?? 0 }) })
    setAsking(false)
    refresh()
  }
  return (
    <Section title={t('sessions')} text={t('sessionsText')}>
      <ListState isRead={Boolean(nodes)} isFailed={Boolean(error)} rows={3} />
      <ul aria-label={t('sessions')}>
        {nodes?.map((session) => (
          <li key={session.id}>
            <SessionRow session={session} onEnded={refresh} />
          </li>
        ))}
      </ul>
      <LoadMore {...more} />
      <div>
        <Button onClick={() => setAsking(true)}>{t('endOthers')}</Button>
      </div>
      <Confirm
        title={t('endOthers')}
        text={t('endOthersText')}
        action={t('endOthers')}
        problem={problem}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void endOthers()}
      />
    </Section>
  )
}

function SessionRow({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const { id, current, userAgent, address, lastSeenAt } = session
  const { run, problem } = useAction(REVOKE_SESSION)
  const device = deviceOf(userAgent)
  const end = async () => {
    if (await run({ id })) onEnded()
  }
  const title = (
    <span className={styles.device}>
      <span>{device}</span>
      <small>
        {address} · {t('seen')} <Time at={lastSeenAt} />
      </small>
    </span>
  )
  return (
    <ListRow
      title={title}
      marks={current && <Badge tone="good">{t('current')}</Badge>}
      actions={
        current ? (
          <Button look="quiet" onClick={() => void signOut()}>
            {t('signOut')}
          </Button>
        ) : (
          <Button look="quiet" aria-label={t('endThis', { device })} onClick={() => void end()}>
            {t('end')}
          </Button>
        )
      }
      problem={problem}
    />
  )
}
