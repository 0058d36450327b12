import { Link, useParams } from '@tanstack/react-router'
import texts from '../../messages/en/webhooks.json'
import { messagesOf } from '../../messages.ts'
import { Tabs } from '../../ui/tabs.tsx'
import styles from './webhooks.module.css'

const t = messagesOf(texts)
const LISTS = [
  { to: '/$organization/developers/webhooks', text: 'title' },
  { to: '/$organization/developers/webhooks/deliveries', text: 'allDeliveries' },
] as const

/** The list of webhooks and that of the deliveries of all. */
export function ListTabs() {
  const { organization = '' } = useParams({ strict: false })
  return (
    <div className={styles.tabs}>
      <Tabs name={t('lists')}>
        {LISTS.map(({ to, text }) => (
          <Link
            key={to}
            to={to}
            params={{ organization }}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            {t(text)}
          </Link>
        ))}
      </Tabs>
    </div>
  )
}
