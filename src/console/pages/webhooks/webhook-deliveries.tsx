import { useSearch } from '@tanstack/react-router'
import { Deliveries } from './deliveries.tsx'
import { WebhookPage } from './webhook-page.tsx'

/** Deliveries of one webhook. */
export function WebhookDeliveries() {
  const search = useSearch({ from: '/$organization/developers/webhooks/$webhook' })
  return <WebhookPage>{({ id }) => <Deliveries key={id} webhookId={id} search={search} />}</WebhookPage>
}
