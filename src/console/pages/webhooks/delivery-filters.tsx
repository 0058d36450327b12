import { XIcon } from '@primer/octicons-react'
import { useState, type FormEvent } from 'react'
import eventTexts from '../../messages/en/events.json'
import texts from '../../messages/en/deliveries.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import styles from './delivery-filters.module.css'
import { DELIVERED_TYPES } from './event-types.ts'
import { formText } from './form-text.ts'
import { RANGES, STATES, STATUSES, type DeliverySearch } from './search.ts'
import { searchOf } from './search.ts'
import type { SearchChange } from './use-search-change.ts'

const t = messagesOf(texts)
const e = messagesOf(eventTexts)

const STATE_OPTIONS = [
  { value: '', label: t('anyState') },
  ...STATES.map((state) => ({ value: state, label: t(`state.${state}`) })),
]
const TYPE_OPTIONS = [
  { value: '', label: t('anyType') },
  ...DELIVERED_TYPES.map((type) => ({ value: type, label: e(type) })),
]
const HTTP_OPTIONS = [
  { value: '', label: t('anyHttp') },
  ...STATUSES.map((http) => ({ value: http, label: http.endsWith('xx') ? `HTTP ${http}` : `  ${http}` })),
]
const RANGE_OPTIONS = [
  { value: '', label: t('range.all') },
  ...[...RANGES, 'custom' as const].map((range) => ({ value: range, label: t(`range.${range}`) })),
]

type FiltersProps = { search: DeliverySearch; change: (change: SearchChange) => void }

/** Filters of a list of deliveries. */
export function DeliveryFilters({ search, change }: FiltersProps) {
  const choose = (key: keyof DeliverySearch) => (value: string) =>
    change({ [key]: searchOf({ [key]: value })[key] })
  return (
    <div className={styles.filters} role="search">
      <Select
        name={t('state')}
        value={search.state ?? ''}
        options={STATE_OPTIONS}
        onChange={choose('state')}
      />
      <Select name={t('type')} value={search.type ?? ''} options={TYPE_OPTIONS} onChange={choose('type')} />
      <Select name={t('http')} value={search.http ?? ''} options={HTTP_OPTIONS} onChange={choose('http')} />
      <Select
        name={t('range')}
        value={search.range ?? ''}
        options={RANGE_OPTIONS}
        onChange={choose('range')}
      />
      {search.range === 'custom' && <Custom search={search} change={change} />}
      {search.event !== undefined && (
        <Button onClick={() => change({ event: undefined })} title={t('dropEvent')}>
          {t('event', { id: search.event })} <XIcon size={14} />
          <span className="hidden">{t('dropEvent')}</span>
        </Button>
      )}
      <Find change={change} />
    </div>
  )
}

function Custom({ search, change }: FiltersProps) {
  return (
    <>
      {(['from', 'to'] as const).map((key) => (
        <input
          key={key}
          type="datetime-local"
          aria-label={t(key)}
          className={styles.field}
          value={search[key] ?? ''}
          onChange={({ target }) => change({ [key]: target.value.slice(0, 16) })}
        />
      ))}
    </>
  )
}

/** Finds the deliveries of an event, or opens one delivery. */
function Find({ change }: Pick<FiltersProps, 'change'>) {
  const [isWrong, setWrong] = useState(false)
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const id = formText(new FormData(form), 'id')
    const { event: found, delivery } = searchOf({ event: id, delivery: id })
    setWrong(found === undefined && delivery === undefined)
    if (found !== undefined) change({ event: found })
    if (delivery !== undefined) change({ delivery, try: undefined })
    if (found ?? delivery) form.reset()
  }
  return (
    <form className={styles.find} onSubmit={find}>
      <input
        name="id"
        className={styles.field}
        aria-label={t('find')}
        placeholder={t('find')}
        aria-invalid={isWrong || undefined}
        autoComplete="off"
        spellCheck={false}
      />
      {isWrong && <p role="alert">{t('findWrong')}</p>}
    </form>
  )
}
