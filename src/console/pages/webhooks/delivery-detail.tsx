import { XIcon } from '@primer/octicons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { useActionOnce } from '../../live/use-action.ts'
import eventTexts from '../../messages/en/events.json'
import texts from '../../messages/en/deliveries.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from './delivery-detail.module.css'
import { DELIVERY, REDELIVER, type WholeDelivery } from './delivery-documents.ts'
import { State } from './delivery-row.tsx'
import { RequestPart } from './request-part.tsx'
import { ResponsePart } from './response-part.tsx'
import { PARTS, type DeliverySearch } from './search.ts'
import { AttemptsPart } from './attempts-part.tsx'
import { changed, type SearchChange } from './use-search-change.ts'
import { VerifyPart } from './verify-part.tsx'

const t = messagesOf(texts)
const e = messagesOf(eventTexts)

type DetailProps = { id: string; search: DeliverySearch; change: (change: SearchChange) => void }

/** A delivery: what was sent, what was answered, and each try. */
export function DeliveryDetail({ id, search, change }: DetailProps) {
  const [{ data, error }, read] = useQuery({ query: DELIVERY, variables: { id } })
  const delivery = data?.webhookDelivery
  const count = delivery?.attemptsCount
  const isRead = delivery?.attempts.some(({ number }) => number === count) ?? true
  // The body exists from the first try on, and is read with the headers of each new one.
  useEffect(() => {
    if (!isRead || (count !== 0 && delivery?.body === null)) read({ requestPolicy: 'network-only' })
  }, [isRead, count, delivery?.body, read])
  const close = () => change({ delivery: undefined, part: undefined, try: undefined })
  return (
    <div
      className={styles.detail}
      onKeyDown={({ key, target }) => {
        if (key === 'Escape' && !(target instanceof HTMLInputElement)) close()
      }}
    >
      <Button look="quiet" className={styles.close} aria-label={t('close')} onClick={close}>
        <XIcon size={16} />
      </Button>
      {delivery ? (
        <Parts key={delivery.id} delivery={delivery} search={search} />
      ) : data || error ? (
        <p className={styles.gone}>{t(data ? 'gone' : 'failed')}</p>
      ) : (
        <Skeleton rows={8} />
      )}
    </div>
  )
}

function Parts({ delivery, search }: { delivery: WholeDelivery; search: DeliverySearch }) {
  // It stays when a later try succeeds, as what is read must not go away.
  const [first] = useState(() => firstPart(delivery))
  const part = search.part ?? first
  const attempt = delivery.attempts.find(({ number }) => number === search.try) ?? delivery.attempts.at(-1)
  return (
    <>
      <Head delivery={delivery} />
      <Tabs name={t('parts')}>
        {PARTS.map((one) => (
          <Link
            key={one}
            to="."
            search={changed(search, { part: one })}
            aria-current={one === part ? 'page' : 'false'}
          >
            {t(`part.${one}`)}
            {one === 'tries' && <small>{delivery.attemptsCount}</small>}
          </Link>
        ))}
      </Tabs>
      <div className={styles.part}>
        {part === 'request' && <RequestPart delivery={delivery} attempt={attempt} />}
        {part === 'response' && <ResponsePart attempt={attempt} />}
        {part === 'tries' && <AttemptsPart delivery={delivery} search={search} />}
        {part === 'verify' && <VerifyPart delivery={delivery} attempt={attempt} />}
      </div>
    </>
  )
}

/** Part that is shown first: of a delivery whose last try failed, why. */
const firstPart = ({ attempts }: WholeDelivery) =>
  (attempts.at(-1)?.outcome ?? 'DELIVERED') === 'DELIVERED' ? 'request' : 'response'

function Head({ delivery }: { delivery: WholeDelivery }) {
  const { id, eventId, eventType, state, reason, nextAttemptAt, attemptsCount } = delivery
  const { run, problem, isRunning } = useActionOnce(REDELIVER)
  const redeliver = async () => {
    if (await run({ id })) toast({ text: t('redeliveredOne') })
  }
  return (
    <header className={styles.head}>
      <State state={state} isFailing={state === 'PENDING' && attemptsCount > 0} />
      <h2>{e(eventType)}</h2>
      <div className={styles.ids}>
        <Copy value={eventId} name={eventId} withValue />
        <Copy value={id} name={id} withValue />
      </div>
      {reason !== null && <p>{reason}</p>}
      {nextAttemptAt !== null && (
        <p>
          {t('nextTry')} <Time at={nextAttemptAt} now={t('nextNow')} isDue />
        </p>
      )}
      {problem !== null && <p role="alert">{problem}</p>}
      {delivery.webhook && (
        <Button disabled={isRunning} onClick={() => void redeliver()}>
          {t('redeliver')}
        </Button>
      )}
    </header>
  )
}
