import texts from '../../messages/en/audit.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Picker } from '../../ui/picker.tsx'
import { Select } from '../../ui/select.tsx'
import { PersonPicker } from '../events/actor-picker.tsx'
import bar from '../events/event-log.module.css'
import { PERIODS, type Period } from '../events/periods.ts'
import { ACTIONS, actionsOf } from './audit-actions.ts'
import type { AuditChange, AuditSearch } from './audit-search.ts'

const t = messagesOf(texts)
const TIMES = [
  { value: '', label: t('anyTime') },
  ...PERIODS.map((value) => ({ value, label: t(`since.${value}`) })),
]
const NONE = {
  actions: undefined,
  actor: undefined,
  subject: undefined,
  client: undefined,
  since: undefined,
}

type AuditFiltersProps = { search: AuditSearch; onChange: (changed: AuditChange) => void }

/** Filter of the audit log. */
export function AuditFilters({ search, onChange: change }: AuditFiltersProps) {
  const narrowed = search.subject ?? search.client
  return (
    <search className={bar.filters} aria-label={t('filters')}>
      <Picker
        label={t('actions')}
        options={ACTIONS}
        values={actionsOf(search.actions)}
        multiple
        searchable
        onChange={(actions) => change({ actions: actions.join(',') || undefined })}
      />
      <PersonPicker actor={search.actor} onChange={(actor) => change({ actor })} />
      <Select
        name={t('since')}
        value={search.since ?? ''}
        options={TIMES}
        onChange={(since) => change({ since: (since || undefined) as Period | undefined })}
      />
      {narrowed !== undefined && <code>{narrowed}</code>}
      {Object.values(search).some(Boolean) && (
        <Button look="quiet" onClick={() => change(NONE)}>
          {t('clear')}
        </Button>
      )}
    </search>
  )
}
