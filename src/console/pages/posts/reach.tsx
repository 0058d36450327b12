import { useMemo } from 'react'
import { useLiveQuery } from '../../live/use-live-query.ts'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { Time } from '../../ui/time.tsx'
import styles from './post.module.css'
import { POST_REACH } from './reach-documents.ts'

const t = messagesOf(texts)
const changesReach = (type: string) => /^(POST|COMMENT|VOTE)_/.test(type)
/** Milliseconds between two reads. Mails cause no events. */
const INTERVAL_MS = 30_000

/** Returns the people whom a new status or an answer of the team reaches, and the last ones it has reached. */
export function useReach(id: string) {
  const variables = useMemo(() => ({ id }), [id])
  const { data } = useLiveQuery({
    query: POST_REACH,
    variables,
    changesWith: changesReach,
    everyMs: INTERVAL_MS,
  })
  const reach = data?.postReach
  return { audience: reach?.audience ?? null, last: reach?.notified[0] ?? null }
}

/** Numbers of people whom a change of the post reaches, and whom the last one has reached. */
export function Reach({ id }: { id: string }) {
  const { audience, last } = useReach(id)
  if (audience === null) return null
  return (
    <p className={styles.reach}>
      {t('audience', { count: audience })}
      {last && (
        <>
          {' '}
          {t('reached', { count: last.people })} <Time at={last.at} />
          {last.mailed > 0 && ` · ${t('reachMailed', { count: last.mailed })}`}
          {last.waiting > 0 && ` · ${t('reachWaiting', { count: last.waiting })}`}
          {last.failed > 0 && ` · ${t('reachFailed', { count: last.failed })}`}
          {last.bounced > 0 && ` · ${t('reachBounced', { count: last.bounced })}`}
        </>
      )}
    </p>
  )
}
