import { Link } from '@tanstack/react-router'
import texts from '../../messages/en/deliveries.json'
import { messagesOf } from '../../messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Time } from '../../ui/time.tsx'
import styles from './delivery-detail.module.css'
import type { WholeDelivery } from './delivery-documents.ts'
import { answerOf, toneOf, tookOf } from './delivery-row.tsx'
import type { DeliverySearch } from './search.ts'
import { changed } from './use-search-change.ts'

const t = messagesOf(texts)

/** The latest tries of a delivery, newest first. Each leads to its answer. */
export function AttemptsPart({ delivery, search }: { delivery: WholeDelivery; search: DeliverySearch }) {
  if (delivery.attempts.length === 0) return <p className={styles.quiet}>{t('notSent')}</p>
  return (
    <ol className={styles.tries} aria-label={t('part.tries')}>
      {delivery.attempts.toReversed().map((attempt) => (
        <li key={attempt.id}>
          <Link to="." search={changed(search, { part: 'response', try: attempt.number })}>
            {t('tryNumber', { number: attempt.number })}
          </Link>
          <Time at={attempt.startedAt} className={styles.quiet} />
          <span className={styles.quiet}>{tookOf(attempt.durationMs)}</span>
          <Badge tone={toneOf(attempt.outcome)}>
            {answerOf(attempt)} · {t(`outcome.${attempt.outcome}`)}
          </Badge>
          {attempt.error !== null && <p>{attempt.error}</p>}
        </li>
      ))}
    </ol>
  )
}
