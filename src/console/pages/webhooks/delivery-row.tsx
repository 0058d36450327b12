import { CheckIcon, CircleIcon, CircleSlashIcon, ClockIcon, XIcon } from '@primer/octicons-react'
import { Link } from '@tanstack/react-router'
import eventTexts from '../../messages/en/events.json'
import texts from '../../messages/en/deliveries.json'
import { LOCALE, messagesOf } from '../../messages.ts'
import rows from '../../ui/rows.module.css'
import { useNow } from '../../ui/time.tsx'
import styles from './deliveries.module.css'
import type { Delivery } from './delivery-documents.ts'
import { nameOf } from './name-of.ts'
import type { DeliverySearch } from './search.ts'
import { changed } from './use-search-change.ts'

const t = messagesOf(texts)
const e = messagesOf(eventTexts)
const CLOCK = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'medium', hourCycle: 'h23' })
const DAY = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric' })
const EXACT = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeStyle: 'long' })
const SIGNS = {
  SUCCEEDED: CheckIcon,
  FAILED: XIcon,
  PENDING: ClockIcon,
  HELD: CircleIcon,
  CANCELED: CircleSlashIcon,
}

type Try = Delivery['attempts'][number]
type RowProps = { delivery: Delivery; search: DeliverySearch; isOfAll: boolean }

/** A delivery in one line: state, event, time, and the answer to the last try. */
export function DeliveryRow({ delivery, search, isOfAll }: RowProps) {
  const { id, eventId, eventType, state, attempts, attemptsCount, webhook, createdAt } = delivery
  const last = attempts.at(-1)
  const isOpen = search.delivery === id
  return (
    <li
      className={`${rows.row} ${styles.row}`}
      data-current={isOpen || undefined}
      data-all={isOfAll || undefined}
    >
      <Link
        to="."
        search={changed(search, { delivery: id, try: undefined })}
        className={styles.link}
        aria-current={isOpen ? 'true' : undefined}
      >
        <State state={state} isFailing={state === 'PENDING' && attemptsCount > 0} />
        <span className={rows.title}>{e(eventType)}</span>
        <code>{eventId}</code>
      </Link>
      {isOfAll && (
        <span className={`${rows.soft} ${styles.of}`}>{webhook ? nameOf(webhook) : t('webhookDeleted')}</span>
      )}
      <Moment at={createdAt} />
      <span className={styles.status} data-tone={last && toneOf(last.outcome)}>
        {last && answerOf(last)}
      </span>
      <span className={`${rows.soft} ${styles.took}`}>{last && tookOf(last.durationMs)}</span>
      <span className={`${rows.soft} ${styles.tries}`}>{t('tries', { count: attemptsCount })}</span>
    </li>
  )
}

type StateProps = { state: Delivery['state']; isFailing?: boolean }

/** State of a delivery as a sign and a word. */
export function State({ state, isFailing = false }: StateProps) {
  const Sign = SIGNS[state]
  return (
    <span className={styles.state} data-is={isFailing ? 'RETRY' : state}>
      <Sign size={16} />
      <span>{t(`state.${state}`)}</span>
    </span>
  )
}

/** Answer to a try in a word: its status, or why there is none. */
export const answerOf = ({ responseStatus, outcome }: Pick<Try, 'responseStatus' | 'outcome'>) =>
  responseStatus ?? t(outcome === 'REFUSED' ? 'notTried' : 'noAnswer')

/** Tone of the answer to a try. */
export const toneOf = (outcome: 'DELIVERED' | 'FAILED' | 'REFUSED') =>
  outcome === 'DELIVERED' ? 'good' : 'bad'

/** Duration in words: milliseconds, or seconds from ten on. */
export const tookOf = (ms: number) =>
  ms < 10_000 ? t('ms', { ms }) : t('s', { s: Math.round(ms / 100) / 10 })

function Moment({ at }: { at: string }) {
  const moment = new Date(at)
  const isToday = moment.toDateString() === new Date(useNow()).toDateString()
  return (
    <time dateTime={at} title={EXACT.format(moment)} className={rows.soft}>
      {isToday ? CLOCK.format(moment) : DAY.format(moment)}
    </time>
  )
}
