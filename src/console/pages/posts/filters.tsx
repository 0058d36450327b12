import { SearchIcon, XIcon } from '@primer/octicons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useQuery } from 'urql'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Picker } from '../../ui/picker.tsx'
import { Select } from '../../ui/select.tsx'
import { useOptions } from './choices.ts'
import styles from './inbox.module.css'
import { PEOPLE } from './post-documents.ts'
import { hasFilter, idsIn, parameterOf } from './post-filter.ts'
import { CREATED_DAYS, ORDERS, type Order, type PostsSearch } from './search.ts'

const t = messagesOf(texts)
const TYPING_MS = 250
const ANY = ''
const CREATED = [
  { value: ANY, label: t('anyTime') },
  ...CREATED_DAYS.map((days) => ({ value: String(days), label: t('lastDays', { days }) })),
]

type Change = (changes: PostsSearch) => void

/** Restrictions of the list and its order. Each is in the address. */
export function Filters() {
  const search = useSearch({ from: '/$organization/posts' })
  const navigate = useNavigate({ from: '/$organization/posts' })
  const change: Change = (changes) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...changes }) })
  return (
    <div className={styles.filters} role="search" aria-label={t('filters')}>
      <Words q={search.q} onChange={(q) => change({ q, order: undefined })} />
      <ChoiceFilters search={search} onChange={change} />
      <Picker
        label={t('created')}
        options={CREATED}
        value={search.created === undefined ? null : String(search.created)}
        onChange={(days) => change({ created: days === ANY ? undefined : Number(days) })}
      />
      <Person email={search.person} onChange={(person) => change({ person })} />
      {hasFilter(search) && (
        <Button
          look="quiet"
          onClick={() =>
            void navigate({ to: '.', search: (before) => ({ state: before.state, order: before.order }) })
          }
        >
          <XIcon size={14} /> {t('clear')}
        </Button>
      )}
      <OrderSelect search={search} onChange={change} />
    </div>
  )
}

type FilterProps = { search: PostsSearch; onChange: Change }

/** Board, statuses and tags: values that the organization defines. */
function ChoiceFilters({ search, onChange }: FilterProps) {
  const { statuses, boards, tags, reading } = useOptions()
  return (
    <>
      <Picker
        label={t('board')}
        searchable={boards.length > 8}
        options={[{ value: ANY, label: t('anyBoard') }, ...boards]}
        {...reading}
        value={search.bucket ?? null}
        onChange={(bucket) => onChange({ bucket: bucket || undefined })}
      />
      <Picker
        label={t('status')}
        multiple
        options={statuses}
        values={idsIn(search.status)}
        onChange={(ids) => onChange({ status: parameterOf(ids) })}
      />
      <Picker
        label={t('tags')}
        multiple
        searchable={tags.length > 8}
        options={tags}
        {...reading}
        values={idsIn(search.tag)}
        onChange={(ids) => onChange({ tag: parameterOf(ids) })}
      />
    </>
  )
}

/** Order of the list. Relevance is one only while words are searched. */
function OrderSelect({ search: { q, order }, onChange }: FilterProps) {
  const orders = ORDERS.filter((one) => one !== 'relevance' || q !== undefined)
  return (
    <span className={styles.order}>
      <Select
        name={t('order')}
        value={order ?? (q === undefined ? 'newest' : 'relevance')}
        options={orders.map((value) => ({ value, label: t(`order.${value}`) }))}
        onChange={(value) => onChange({ order: value as Order })}
      />
    </span>
  )
}

/** Field for words. The address follows a quarter of a second after the last key. */
function Words({ q, onChange }: { q: string | undefined; onChange: (q: string | undefined) => void }) {
  const [typed, setTyped] = useState(q ?? '')
  const [before, setBefore] = useState(q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (before !== q) {
    setBefore(q)
    if (q !== (typed.trim() || undefined)) setTyped(q ?? '')
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onChange(text.trim() || undefined), TYPING_MS)
  }
  return (
    <label className={styles.words}>
      <SearchIcon size={14} />
      <span className="hidden">{t('search')}</span>
      <input
        type="search"
        data-key="/"
        placeholder={t('search')}
        value={typed}
        onChange={({ target }) => type(target.value)}
        onKeyDown={({ key, currentTarget }) => void (key === 'Escape' && currentTarget.blur())}
      />
    </label>
  )
}

type PersonProps = { email: string | undefined; onChange: (email: string | undefined) => void }

/** People who have submitted posts or voted on them. */
function Person({ email, onChange }: PersonProps) {
  const [typed, setTyped] = useState('')
  const [{ data }] = useQuery({ query: PEOPLE, variables: { search: typed || null } })
  const people = (data?.customers.nodes ?? []).flatMap(({ name, email: address }) =>
    address === null ? [] : [{ value: address, label: name || address, hint: name ? address : '' }],
  )
  const chosen = email !== undefined && !people.some(({ value }) => value === email)
  return (
    <Picker
      label={t('people')}
      onSearch={setTyped}
      options={[
        { value: ANY, label: t('anyPerson') },
        ...(chosen ? [{ value: email, label: email }] : []),
        ...people,
      ]}
      value={email ?? null}
      onChange={(value) => onChange(value || undefined)}
    />
  )
}
