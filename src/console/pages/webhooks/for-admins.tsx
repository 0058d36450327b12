import texts from '../../messages/en/webhooks.json'
import { messagesOf } from '../../messages.ts'
import { Empty } from '../../ui/empty.tsx'

const t = messagesOf(texts)

/** Page of members who are not admins. */
export function ForAdmins() {
  return <Empty title={t('forAdmins')} text={t('forAdminsText')} />
}
