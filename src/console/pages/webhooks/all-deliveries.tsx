import { useSearch } from '@tanstack/react-router'
import { PageHead } from '../../app/page-head.tsx'
import { useIsAdmin } from '../../app/viewer.ts'
import texts from '../../messages/en/deliveries.json'
import { messagesOf } from '../../messages.ts'
import { Deliveries } from './deliveries.tsx'
import { ForAdmins } from './for-admins.tsx'
import { ListTabs } from './list-tabs.tsx'

const t = messagesOf(texts)

/** Deliveries of all webhooks. */
export function AllDeliveries() {
  const search = useSearch({ from: '/$organization/developers/webhooks/deliveries' })
  return (
    <>
      <PageHead title={t('title')} />
      {useIsAdmin() ? (
        <>
          <ListTabs />
          <Deliveries webhookId={null} search={search} />
        </>
      ) : (
        <ForAdmins />
      )}
    </>
  )
}
