import { TrashIcon } from '@primer/octicons-react'
import texts from '../../messages/en/webhooks.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import styles from './own-headers.module.css'
import type { OwnHeaders } from './use-own-headers.ts'

const t = messagesOf(texts)
const MAX_NAME = 100
const MAX_VALUE = 2048

type RowProps<Row> = {
  error: string | undefined
  onChange: (row: Row) => void
  onRemove: () => void
}
type Header = OwnHeaders['rows'][number]
type Basic = NonNullable<OwnHeaders['basic']>

/** Name and value of a header that is entered. */
export function HeaderRow({ row, error, onChange, onRemove }: RowProps<Header> & { row: Header }) {
  return (
    <div role="group" aria-label={t('headers.one', { name: row.name })} className={styles.row}>
      <TextField
        label={t('headers.name')}
        value={row.name}
        onChange={({ target }) => onChange({ ...row, name: target.value })}
        error={error}
        maxLength={MAX_NAME}
        autoComplete="off"
        autoFocus
        required
      />
      <TextField
        label={t('headers.value')}
        type="password"
        value={row.value}
        onChange={({ target }) => onChange({ ...row, value: target.value })}
        maxLength={MAX_VALUE}
        autoComplete="new-password"
        required
      />
      <Remove name={t('headers.removeOne', { name: row.name })} onClick={onRemove} />
    </div>
  )
}

/** User name and password of the Basic credentials. */
export function BasicRow({ basic, error, onChange, onRemove }: RowProps<Basic> & { basic: Basic }) {
  return (
    <div role="group" aria-label={t('headers.basic')} className={styles.row}>
      <TextField
        label={t('headers.username')}
        value={basic.username}
        onChange={({ target }) => onChange({ ...basic, username: target.value })}
        error={error}
        autoComplete="off"
        autoFocus
        required
      />
      <TextField
        label={t('headers.password')}
        type="password"
        value={basic.password}
        onChange={({ target }) => onChange({ ...basic, password: target.value })}
        autoComplete="new-password"
      />
      <Remove name={t('headers.removeBasic')} onClick={onRemove} />
    </div>
  )
}

function Remove({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button look="quiet" className={styles.remove} aria-label={name} title={name} onClick={onClick}>
      <TrashIcon size={16} />
    </Button>
  )
}
