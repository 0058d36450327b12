import { PlusIcon } from '@primer/octicons-react'
import { useState, type ReactNode } from 'react'
import type { ResultOf } from '../../graphql.ts'
import { ForAdmins } from '../../app/for-admins.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { usePages } from '../../live/use-pages.ts'
import { useRereads } from '../../live/use-rereads.ts'
import texts from '../../messages/en/keys.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import rows from '../../ui/rows.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CreateKey } from './create-key.tsx'
import { API_KEYS } from './key-documents.ts'
import { KeyRow } from './key-row.tsx'
import styles from './keys.module.css'

const t = messagesOf(texts)
const NO_VARIABLES = {}
const select = ({ apiKeys }: ResultOf<typeof API_KEYS>) => apiKeys
const never = () => false
/** Milliseconds between two reads. Keys and their use cause no events. */
const INTERVAL_MS = 15_000

/** API keys of the organization: create one, and revoke it. */
export function Keys() {
  const [isCreating, setCreating] = useState(false)
  const create = (
    <Button look="main" onClick={() => setCreating(true)}>
      <PlusIcon size={16} /> {t('create')}
    </Button>
  )
  return (
    <ForAdmins title={t('title')}>
      <PageHead title={t('title')}>{create}</PageHead>
      <List isCreating={isCreating} onCreated={() => setCreating(false)} create={create} />
    </ForAdmins>
  )
}

type ListProps = { isCreating: boolean; onCreated: () => void; create: ReactNode }

function List({ isCreating, onCreated, create }: ListProps) {
  const { nodes, error, refresh, ...more } = usePages(API_KEYS, NO_VARIABLES, select)
  useRereads({ read: refresh, changesWith: never, everyMs: INTERVAL_MS })
  return (
    <>
      <p className={styles.intro}>{t('intro')}</p>
      {!nodes && !error && <Skeleton rows={4} />}
      {!nodes && error && <p role="alert">{t('failed')}</p>}
      {nodes?.length === 0 && <Empty title={t('emptyTitle')} text={t('empty')} action={create} />}
      {nodes && nodes.length > 0 && (
        <ul className={`${rows.rows} ${styles.list}`} aria-label={t('list')}>
          {nodes.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </ul>
      )}
      <LoadMore {...more} />
      <CreateKey isOpen={isCreating} onClose={onCreated} onCreated={refresh} />
    </>
  )
}
