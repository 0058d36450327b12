import { useState } from 'react'
import { useLiveQuery } from '../../live/use-live-query.ts'
import texts from '../../messages/en/deliveries.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import styles from './deliveries.module.css'
import { DELIVERY_COUNT } from './delivery-documents.ts'
import { RedeliverMany } from './redeliver-many.tsx'
import type { DeliveryFilter } from './delivery-filter.ts'

const t = messagesOf(texts)
const any = () => true

/** Number of deliveries of the list, and the button that sends those again that were not delivered. */
export function DeliveryCount({ filter }: { filter: DeliveryFilter }) {
  const [asked, setAsked] = useState<DeliveryFilter | null>(null)
  const { data } = useLiveQuery({
    query: DELIVERY_COUNT,
    variables: { filter },
    changesWith: any,
    intervalMs: 5_000,
  })
  const count = data?.webhookDeliveries
  return (
    <div className={styles.count}>
      <span aria-live="off">
        {count && t(count.totalCountIsExact ? 'count' : 'countMore', { count: count.totalCount })}
      </span>
      {(count?.totalCount ?? 0) > 0 && (
        <Button look="quiet" onClick={() => setAsked(frozen(filter))}>
          {t('redeliverMany')}
        </Button>
      )}
      <RedeliverMany filter={asked} onClose={() => setAsked(null)} />
    </div>
  )
}

/** The filter with an end, so that what is sent is what was counted. */
const frozen = (filter: DeliveryFilter): DeliveryFilter => ({
  ...filter,
  to: filter.to ?? new Date().toISOString(),
})
