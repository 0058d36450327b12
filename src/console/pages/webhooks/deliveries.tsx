import { useMemo } from 'react'
import { usePages } from '../../live/use-pages.ts'
import texts from '../../messages/en/deliveries.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import rows from '../../ui/rows.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Split } from '../../ui/split.tsx'
import styles from './deliveries.module.css'
import { DELIVERIES, type Delivery } from './delivery-documents.ts'
import { DeliveryCount } from './delivery-count.tsx'
import { DeliveryDetail } from './delivery-detail.tsx'
import { DeliveryFilters } from './delivery-filters.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import { moveFocus } from './move-focus.ts'
import { filterOf, isFiltered } from './delivery-filter.ts'
import type { DeliverySearch } from './search.ts'
import { useAttempts } from './use-attempts.ts'
import { useSearchChange } from './use-search-change.ts'

const t = messagesOf(texts)
const PAGE = 30
const any = () => true
const connectionOf = (data: {
  webhookDeliveries: {
    nodes: readonly Delivery[]
    pageInfo: { hasNextPage: boolean; endCursor: string | null }
  }
}) => data.webhookDeliveries

/** The one list of deliveries, of a webhook or of all. The address contains its filters and the open delivery. */
export function Deliveries({ webhookId, search }: { webhookId: string | null; search: DeliverySearch }) {
  const change = useSearchChange(search)
  const { state, type, http, range, from, to, event, delivery } = search
  const filter = useMemo(
    () => filterOf({ state, type, http, range, from, to, event } as DeliverySearch, webhookId, Date.now()),
    [state, type, http, range, from, to, event, webhookId],
  )
  const pages = usePages(DELIVERIES, { first: PAGE, filter }, connectionOf, any)
  const isRestricted = isFiltered(search)
  useAttempts({
    webhookId,
    refresh: pages.refresh,
    isShown: (id) => !isRestricted && (pages.nodes?.some((node) => node.id === id) ?? false),
    opened: delivery,
  })
  const list = (
    <>
      <DeliveryFilters search={search} change={change} />
      <DeliveryCount filter={filter} />
      {pages.nodes ? (
        <Rows nodes={pages.nodes} search={search} isOfAll={webhookId === null} clear={() => change(CLEAR)} />
      ) : pages.error ? (
        <p role="alert" className={styles.failed}>
          {t('failed')} <Button onClick={pages.refresh}>{t('retry')}</Button>
        </p>
      ) : (
        <Skeleton rows={10} />
      )}
      <LoadMore {...pages} />
    </>
  )
  const open = delivery && <DeliveryDetail key={delivery} id={delivery} search={search} change={change} />
  return <Split list={list} thing={open} name={t('thing')} />
}

const CLEAR = {
  state: undefined,
  type: undefined,
  http: undefined,
  range: undefined,
  from: undefined,
  to: undefined,
  event: undefined,
}

type RowsProps = {
  nodes: readonly Delivery[]
  search: DeliverySearch
  isOfAll: boolean
  clear: () => void
}

function Rows({ nodes, search, isOfAll, clear }: RowsProps) {
  if (nodes.length === 0) {
    if (!isFiltered(search)) return <Empty title={t('empty')} text={t('emptyText')} />
    const action = <Button onClick={clear}>{t('clear')}</Button>
    return <Empty title={t('empty')} text={t('emptyFiltered')} action={action} />
  }
  return (
    <ul className={`${rows.rows} ${styles.rows}`} aria-label={t('list')} onKeyDown={moveFocus}>
      {nodes.map((delivery) => (
        <DeliveryRow key={delivery.id} delivery={delivery} search={search} isOfAll={isOfAll} />
      ))}
    </ul>
  )
}
