import { PlusIcon, XIcon } from '@primer/octicons-react'
import { useState, type FormEvent } from 'react'
import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/customers.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import styles from './customer.module.css'
import { UPDATE_CUSTOMER, type Customer } from './documents.ts'
import { shownValue, valueOf } from './own-values.ts'

const t = messagesOf(texts)

type OwnFieldsProps = { customer: Customer; isOpen: boolean; onClose: () => void }
type Line = { key: number; name: string; text: string }

/** Dialog for the own fields of a person. */
export function OwnFields({ isOpen, onClose, customer }: OwnFieldsProps) {
  return (
    <Dialog title={t('own')} isOpen={isOpen} onClose={onClose}>
      <Fields customer={customer} onClose={onClose} />
    </Dialog>
  )
}

function Fields({ customer: latest, onClose }: Omit<OwnFieldsProps, 'isOpen'>) {
  // The person as the form shows them, although an event may bring other fields.
  const [customer] = useState(latest)
  const { run, errors, problem, isRunning } = useAction(UPDATE_CUSTOMER)
  const [lines, setLines] = useState<readonly Line[]>(() => linesOf(customer.customFields))
  const change = (key: number, part: Partial<Line>) =>
    setLines((before) => before.map((line) => (line.key === key ? { ...line, ...part } : line)))
  const add = () =>
    setLines((before) => [...before, { key: (before.at(-1)?.key ?? 0) + 1, name: '', text: '' }])
  const store = async () => {
    const { id, updatedAt } = customer
    const customFields = fieldsOf(lines, customer.customFields)
    if (await run({ input: { customer: { id }, ifUnchangedSince: updatedAt, customFields } })) onClose()
  }
  const refusal =
    errors.ifUnchangedSince === undefined ? (problem ?? errors.customFields ?? null) : t('changedSince')
  return (
    <form onSubmit={submitBy(store)}>
      {lines.map((line) => (
        <Pair
          key={line.key}
          line={line}
          onChange={(part) => change(line.key, part)}
          onRemove={() => setLines((before) => before.filter(({ key }) => key !== line.key))}
        />
      ))}
      <Button look="quiet" onClick={add}>
        <PlusIcon size={16} /> {t('own.add')}
      </Button>
      {refusal !== null && <p role="alert">{refusal}</p>}
      <DialogActions>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button look="main" type="submit" disabled={isRunning}>
          {t('edit.save')}
        </Button>
      </DialogActions>
    </form>
  )
}

type PairProps = { line: Line; onChange: (part: Partial<Line>) => void; onRemove: () => void }

function Pair({ line: { name, text }, onChange, onRemove }: PairProps) {
  return (
    <div className={styles.pair}>
      <TextField
        label={t('own.name')}
        value={name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <TextField
        label={t('own.value')}
        value={text}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      <Button look="quiet" aria-label={t('own.remove', { name })} onClick={onRemove}>
        <XIcon size={16} />
      </Button>
    </div>
  )
}

/** Returns the fields of the lines with a name. A value that was no text keeps its type. */
const fieldsOf = (lines: readonly Line[], before: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    lines.flatMap(({ name, text }) => {
      const field = name.trim()
      return field === '' ? [] : [[field, valueOf(text, before[field])]]
    }),
  )

const linesOf = (fields: Record<string, unknown>): Line[] =>
  Object.entries(fields).map(([name, value], key) => ({ key, name, text: shownValue(value) }))

const submitBy = (store: () => Promise<void>) => (event: FormEvent) => {
  event.preventDefault()
  void store()
}
