import { useRef } from 'react'
import texts from '../../messages/en/webhooks.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { BasicRow, HeaderRow } from './header-rows.tsx'
import styles from './own-headers.module.css'
import { NO_HEADERS, type OwnHeaders, type useOwnHeaders } from './use-own-headers.ts'

const t = messagesOf(texts)
const MAX_HEADERS = 10
const CHANGES = (['keep', 'replace', 'remove'] as const).map((value) => ({
  value,
  label: t(`headers.${value}`),
}))

type OwnHeadersProps = {
  own: ReturnType<typeof useOwnHeaders>
  /** Names of the stored headers. Their values are not shown again. */
  stored?: readonly string[]
  errors: Record<string, string>
}

/** Headers and Basic credentials that deliveries add for a gateway. Stored ones stay, are replaced or removed. */
export function OwnHeadersPart({ own, stored = [], errors }: OwnHeadersProps) {
  const { draft, setDraft } = own
  const refused = own.refusedRow(errors.headers)
  const value = draft === null ? 'keep' : isEmpty(draft) ? 'remove' : 'replace'
  const choose = (next: typeof value) =>
    setDraft(next === 'keep' ? null : next === 'remove' ? NO_HEADERS : withRow(NO_HEADERS))
  return (
    <fieldset className={styles.headers}>
      <legend>{t('headers')}</legend>
      <p className={styles.note}>{t('headers.note')}</p>
      {stored.length > 0 && (
        <div className={styles.stored}>
          <ul aria-label={t('headers.stored')}>
            {stored.map((name) => (
              <li key={name}>
                <code>{name}</code>
              </li>
            ))}
          </ul>
          <Choice name={t('headers.change')} options={CHANGES} value={value} onChange={choose} />
        </div>
      )}
      {errors.headers !== undefined && refused === undefined && (
        <p role="alert" className={styles.error}>
          {errors.headers}
        </p>
      )}
      {(stored.length === 0 || value === 'replace') && (
        <Rows draft={draft ?? NO_HEADERS} onChange={setDraft} refused={refused} errors={errors} />
      )}
    </fieldset>
  )
}

type RowsProps = {
  draft: OwnHeaders
  onChange: (draft: OwnHeaders | null) => void
  refused: number | undefined
  errors: Record<string, string>
}

function Rows({ draft, onChange, refused, errors }: RowsProps) {
  const add = useRef<HTMLButtonElement>(null)
  const { rows, basic } = draft
  const remove = (rest: OwnHeaders) => {
    onChange(isEmpty(rest) ? null : rest)
    add.current?.focus()
  }
  return (
    <>
      {rows.map((row) => (
        <HeaderRow
          key={row.id}
          row={row}
          error={row.id === refused ? errors.headers : undefined}
          onChange={(next) => onChange({ ...draft, rows: rows.map((one) => (one === row ? next : one)) })}
          onRemove={() => remove({ ...draft, rows: rows.filter((one) => one !== row) })}
        />
      ))}
      {basic && (
        <BasicRow
          basic={basic}
          error={errors.basicAuth}
          onChange={(next) => onChange({ ...draft, basic: next })}
          onRemove={() => remove({ ...draft, basic: null })}
        />
      )}
      <div className={styles.add}>
        <Button ref={add} disabled={rows.length >= MAX_HEADERS} onClick={() => onChange(withRow(draft))}>
          {t('headers.add')}
        </Button>
        {!basic && (
          <Button onClick={() => onChange({ ...draft, basic: { username: '', password: '' } })}>
            {t('headers.addBasic')}
          </Button>
        )}
      </div>
    </>
  )
}

const isEmpty = ({ rows, basic }: OwnHeaders) => rows.length === 0 && basic === null

const withRow = (draft: OwnHeaders): OwnHeaders => ({
  ...draft,
  rows: [...draft.rows, { id: (draft.rows.at(-1)?.id ?? 0) + 1, name: '', value: '' }],
})
