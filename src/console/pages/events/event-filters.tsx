import { useState } from 'react'
import { useQuery } from 'urql'
import { useIsAdmin } from '../../app/viewer.ts'
import texts from '../../messages/en/event-log.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Picker } from '../../ui/picker.tsx'
import { Select } from '../../ui/select.tsx'
import { ACTORS } from './event-log-documents.ts'
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
      <Select
        name={t('actor')}
        value={search.actor ?? ''}
        options={useActors(search.actor)}
        onChange={(actor) => change({ actor: actor || undefined })}
      />
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

/** People, keys and apps to choose from, with the chosen one even if it is none of them. */
function useActors(chosen: string | undefined) {
  const [{ data }] = useQuery({ query: ACTORS, variables: { isAdmin: useIsAdmin() } })
  const actors = [
    ...(data?.teamMembers.nodes ?? []).map(({ user }) => ({ value: user.id, label: user.name })),
    ...(data?.apiKeys?.nodes ?? []).map((key) => ({
      value: key.id,
      label: t('key', { name: key.name, lastFour: key.lastFour }),
    })),
    ...(data?.installs?.nodes ?? []).map(({ id, app }) => ({
      value: id,
      label: t('app', { name: app.name }),
    })),
  ]
  const isKnown = chosen === undefined || actors.some(({ value }) => value === chosen)
  return [
    { value: '', label: t('anyActor') },
    ...actors,
    ...(isKnown ? [] : [{ value: chosen, label: chosen }]),
  ]
}
