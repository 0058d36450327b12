import { CircleSlashIcon, SearchIcon, StarIcon, XIcon } from '@primer/octicons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import texts from '../../messages/en/customers.json'
import { LOCALE, messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import styles from './filters.module.css'
import type { CustomersSearch } from './customers-search.ts'

const t = messagesOf(texts)
const NUMBER = new Intl.NumberFormat(LOCALE)
/** Milliseconds without a key after which the words are in the address. */
const TYPED_MS = 250

type Count = { totalCount: number; totalCountIsExact: boolean }

/** Filters and order of the list of customers, which the address has. */
export function Filters({ search, count }: { search: CustomersSearch; count: Count | undefined }) {
  const navigate = useNavigate({ from: '/$organization/customers' })
  const change = (next: { [Name in keyof CustomersSearch]?: CustomersSearch[Name] | undefined }) =>
    void navigate({ search: (before) => withoutEmpty({ ...before, ...next }), replace: true })
  return (
    <div className={styles.bar} role="search" aria-label={t('filters')}>
      <Words value={search.search ?? ''} onChange={(words) => change({ search: words })} />
      <Button
        aria-pressed={search.starred ?? false}
        className={styles.toggle}
        onClick={() => change({ starred: search.starred ? undefined : true })}
      >
        <StarIcon size={14} /> {t('starred')}
      </Button>
      <Button
        aria-pressed={search.blocked ?? false}
        className={styles.toggle}
        onClick={() => change({ blocked: search.blocked ? undefined : true })}
      >
        <CircleSlashIcon size={14} /> {t('blocked')}
      </Button>
      {search.label !== undefined && (
        <Button
          aria-label={t('label.remove', { label: search.label })}
          onClick={() => change({ label: undefined })}
        >
          {search.label} <XIcon size={14} />
        </Button>
      )}
      <Order search={search} onChange={(order) => change({ order })} />
      <span className={styles.count} role="status">
        {count && t(count.totalCountIsExact ? 'count' : 'count.more', counted(count.totalCount))}
      </span>
    </div>
  )
}

type OrderProps = {
  search: CustomersSearch
  onChange: (order: CustomersSearch['order'] | undefined) => void
}

function Order({ search, onChange }: OrderProps) {
  const orders = [
    { value: 'default', label: t(search.search === undefined ? 'order.newest' : 'order.relevance') },
    { value: 'name', label: t('order.name') },
    { value: 'oldest', label: t('order.oldest') },
  ]
  const change = (value: string) => onChange(value === 'name' || value === 'oldest' ? value : undefined)
  return <Select name={t('order')} value={search.order ?? 'default'} options={orders} onChange={change} />
}

const counted = (count: number) => ({ count, text: NUMBER.format(count) })

const withoutEmpty = (search: object): CustomersSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''))

/** Words to search for. They are in the address a moment after the last key. */
function Words({ value, onChange }: { value: string; onChange: (words: string) => void }) {
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // Back and Forward change the address while the field has other words.
    if (field.current && field.current !== document.activeElement) field.current.value = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <span className={styles.words}>
      <SearchIcon size={14} />
      <input
        ref={field}
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        defaultValue={value}
        maxLength={255}
        onChange={({ target }) => {
          clearTimeout(timer.current)
          timer.current = setTimeout(() => onChange(target.value), TYPED_MS)
        }}
      />
    </span>
  )
}
