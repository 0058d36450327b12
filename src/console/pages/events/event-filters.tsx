import { useState } from 'react'
import texts from '../../messages/en/event-log.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Picker } from '../../ui/picker.tsx'
import { Select } from '../../ui/select.tsx'
import { EventActorPicker } from './actor-picker.tsx'
import styles from './event-log.module.css'
import type { EventChange, EventSearch } from './event-search.ts'
import { EVENT_TYPES, typesOf } from './event-types.ts'
import { PERIODS, type Period } from './periods.ts'

const t = messagesOf(texts)
const TIMES = [
  { value: '', label: t('anyTime') },
  ...PERIODS.map((value) => ({ value, label: t(`since.${value}`) })),
]

type EventFiltersProps = {
  search: EventSearch
  onChange: (changed: EventChange) => void
  isFiltered: boolean
}

/** Filter of the event log. */
export function EventFilters({ search, onChange: change, isFiltered }: EventFiltersProps) {
  return (
    <search className={styles.filters} aria-label={t('filters')}>
      <Picker
        label={t('types')}
        options={EVENT_TYPES}
        values={typesOf(search.types)}
        multiple
        searchable
        onChange={(types) => change({ types: types.join(',') || undefined })}
      />
      <Subject
        key={search.subject}
        value={search.subject ?? ''}
        onChange={(subject) => change({ subject: subject || undefined })}
      />
      <EventActorPicker actor={search.actor} onChange={(actor) => change({ actor })} />
      <Select
        name={t('since')}
        value={search.since ?? ''}
        options={TIMES}
        onChange={(since) => change({ since: (since || undefined) as Period | undefined })}
      />
      {isFiltered && (
        <Button
          look="quiet"
          onClick={() => change({ types: undefined, subject: undefined, actor: undefined, since: undefined })}
        >
          {t('clear')}
        </Button>
      )}
    </search>
  )
}

type SubjectProps = { value: string; onChange: (value: string) => void }

/** Id of the object. It applies at Enter, and when the field is left. */
function Subject({ value, onChange }: SubjectProps) {
  const [typed, setTyped] = useState(value)
  const apply = () => void (typed.trim() !== value && onChange(typed.trim()))
  return (
    <input
      aria-label={t('subjectLabel')}
      placeholder={t('subjectHint')}
      value={typed}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={apply}
      onKeyDown={({ key }) => void (key === 'Enter' && apply())}
    />
  )
}
