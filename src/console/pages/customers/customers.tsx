import { PlusIcon, UploadIcon } from '@primer/octicons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PageHead } from '../../app/page-head.tsx'
import type { ResultOf } from '../../graphql.ts'
import type { LiveEvent } from '../../live/event-documents.ts'
import { useLiveQuery } from '../../live/use-live-query.ts'
import { usePages } from '../../live/use-pages.ts'
import texts from '../../messages/en/customers.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import button from '../../ui/button.module.css'
import { Empty } from '../../ui/empty.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CustomerForm } from './customer-form.tsx'
import { CustomerLine } from './customer-line.tsx'
import styles from './customers.module.css'
import { CUSTOMERS, CUSTOMERS_COUNT } from './documents.ts'
import { Filters } from './filters.tsx'
import { customersSearch, type CustomersSearch } from './customers-search.ts'

const t = messagesOf(texts)
const changesCustomers = (type: LiveEvent['type']) => type.startsWith('CUSTOMER_')
const customersOf = (data: ResultOf<typeof CUSTOMERS>) => data.customers
const ORDERS = {
  newest: { field: 'CREATED_AT', direction: 'DESC' },
  oldest: { field: 'CREATED_AT', direction: 'ASC' },
  name: { field: 'NAME', direction: 'ASC' },
  relevance: { field: 'RELEVANCE', direction: 'DESC' },
} as const

/** Customers of the organization. */
export function Customers() {
  const search = useSearch({ from: '/$organization/customers' })
  // The address may have further parameters.
  const { order, ...filter } = customersSearch(search)
  const orderBy = ORDERS[order ?? (filter.search === undefined ? 'newest' : 'relevance')]
  const list = usePages(CUSTOMERS, { filter, orderBy }, customersOf, changesCustomers)
  const count = useLiveQuery({
    query: CUSTOMERS_COUNT,
    variables: { filter },
    changesWith: changesCustomers,
  }).data?.customers
  return (
    <>
      <Head />
      <Filters search={search} count={count} />
      {!list.nodes &&
        (list.error ? <Empty title={t('failedTitle')} text={t('failed')} /> : <Skeleton rows={8} />)}
      {list.nodes?.length === 0 && <None search={search} />}
      <ul className={styles.rows}>
        {list.nodes?.map((customer) => (
          <CustomerLine key={customer.id} customer={customer} />
        ))}
      </ul>
      <LoadMore {...list} />
    </>
  )
}

function Head() {
  const navigate = useNavigate({ from: '/$organization/customers' })
  const [isCreating, setCreating] = useState(false)
  return (
    <PageHead title={t('title')}>
      <div className={styles.actions}>
        <ImportLink />
        <Button look="main" onClick={() => setCreating(true)}>
          <PlusIcon size={16} /> <span>{t('create.open')}</span>
        </Button>
      </div>
      <CustomerForm
        customer={null}
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(id) =>
          void navigate({ to: '/$organization/customers/$customer', params: { customer: id } })
        }
      />
    </PageHead>
  )
}

function ImportLink({ look = '' }: { look?: string | undefined }) {
  return (
    <Link from="/$organization" to="/$organization/customers/import" className={`${button.button} ${look}`}>
      <UploadIcon size={16} /> <span>{t('import')}</span>
    </Link>
  )
}

/** Empty list: of the organization, or of the filter. */
function None({ search }: { search: CustomersSearch }) {
  if (Object.keys(search).some((name) => name !== 'order'))
    return (
      <Empty
        title={t('noMatch')}
        action={
          <Link from="/$organization" to="/$organization/customers" className={button.button}>
            {t('showAll')}
          </Link>
        }
      />
    )
  const command = `curl ${location.origin}/api/v3/customers/import -H 'API-KEY: …' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"customers": [{"email": "ada@example.com", "name": "Ada"}]}'`
  return (
    <Empty
      title={t('noneTitle')}
      text={t('none')}
      action={<ImportLink look={button.main} />}
      curl={{ command, name: t('command') }}
    />
  )
}
