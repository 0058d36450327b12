import texts from '../../messages/en/webhooks.json'
import { messagesOf } from '../../messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Time } from '../../ui/time.tsx'
import styles from './health.module.css'

const t = messagesOf(texts)
const TONES = { healthy: 'good', failing: 'bad', off: 'quiet' } as const

type HealthProps = {
  webhook: { enabled: boolean; disabledAt: string | null; failingSince: string | null }
  /** Time of the next try of a failed delivery, if one waits. */
  nextTry: string | null
}

/** State of a webhook in words: since when it fails or is disabled, and when it is tried again. */
export function Health({ webhook: { enabled, disabledAt, failingSince }, nextTry }: HealthProps) {
  const state = !enabled ? 'off' : failingSince === null ? 'healthy' : 'failing'
  const since = enabled ? failingSince : disabledAt
  return (
    <span className={styles.health}>
      <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
      {since !== null && (
        <span>
          {state === 'failing' && t('since')} <Time at={since} now={t('sinceNow')} />
        </span>
      )}
      {state === 'failing' && nextTry !== null && (
        <span>
          {t('nextTry')} <Time at={nextTry} now={t('nextNow')} isDue />
        </span>
      )}
    </span>
  )
}
