import { useSearch } from '@tanstack/react-router'
import { ForAdmins } from '../../app/for-admins.tsx'
import { PageHead } from '../../app/page-head.tsx'
import texts from '../../messages/en/deliveries.json'
import { messagesOf } from '../../messages.ts'
import { Deliveries } from './deliveries.tsx'
import { ListTabs } from './list-tabs.tsx'

const t = messagesOf(texts)

/** Deliveries of all webhooks. */
export function AllDeliveries() {
  const search = useSearch({ from: '/$organization/developers/webhooks/deliveries' })
  return (
    <ForAdmins title={t('title')}>
      <PageHead title={t('title')} />
      <ListTabs />
      <Deliveries webhookId={null} search={search} />
    </ForAdmins>
  )
}
