import { useEffect, useEffectEvent } from 'react'
import { useClient, type Client } from 'urql'
import { ATTEMPTS, DELIVERY } from './delivery-documents.ts'

/** Minimum milliseconds between two reads. */
const INTERVAL_MS = 1_000

type Follow = {
  /** Id of the webhook, or null for all of the organization. */
  webhookId: string | null
  /** Reads what an attempt may change besides. */
  refresh: () => void
  /** Whether the list contains a delivery already. */
  isShown: (deliveryId: string) => boolean
  /** Id of the delivery that is open beside the list. */
  opened?: string | undefined
}

/** Follows the attempts of a webhook, or of all. The cache applies each to the deliveries that are shown. */
export function useAttempts({ webhookId, refresh, isShown, opened }: Follow): void {
  const client = useClient()
  const isKnown = useEffectEvent(isShown)
  const isOpen = useEffectEvent((id: string) => id === opened)
  const read = useEffectEvent(refresh)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const attempts = client.subscription(ATTEMPTS, { webhookId }).subscribe(({ data }) => {
      if (!data) return
      const { id } = data.deliveryAttempts.delivery
      if (isOpen(id)) void readAgain(client, id)
      if (isKnown(id)) return
      timer ??= setTimeout(() => {
        timer = undefined
        read()
      }, INTERVAL_MS)
    })
    return () => {
      attempts.unsubscribe()
      clearTimeout(timer)
    }
  }, [client, webhookId])
}

/** Reads a delivery twice, because the first answer may be that of a read which began before the attempt. */
async function readAgain(client: Client, id: string): Promise<void> {
  for (let time = 0; time < 2; time++)
    await client.query(DELIVERY, { id }, { requestPolicy: 'network-only' }).toPromise()
}
