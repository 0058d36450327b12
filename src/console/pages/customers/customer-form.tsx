import { useState, type FormEvent } from 'react'
import { useAction, useActionOnce } from '../../live/use-action.ts'
import texts from '../../messages/en/customers.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { CREATE_CUSTOMER, UPDATE_CUSTOMER, type Customer } from './documents.ts'
import { joinLabels, splitLabels } from './label-text.ts'

const t = messagesOf(texts)

type CustomerFormProps = {
  /** Null to create one. */
  customer: Customer | null
  isOpen: boolean
  onClose: () => void
  onCreated?: (id: string) => void
}

/** Dialog that creates a customer, or changes name, e-mail, picture and labels of one. */
export function CustomerForm({ isOpen, onClose, ...rest }: CustomerFormProps) {
  return (
    <Dialog title={t(rest.customer ? 'edit.title' : 'create.title')} isOpen={isOpen} onClose={onClose}>
      <Fields {...rest} onClose={onClose} />
    </Dialog>
  )
}

function Fields({ customer: latest, onClose, onCreated }: Omit<CustomerFormProps, 'isOpen'>) {
  // The customer as the form shows it, although an event may bring another one.
  const [customer] = useState(latest)
  const { submit, errors, problem, isRunning } = useStore(customer, onClose, onCreated)
  // A team member sets these in the own account.
  const isOwn = Boolean(customer?.user.role)
  const refusal = errors.ifUnchangedSince === undefined ? problem : t('changedSince')
  return (
    <form onSubmit={submit}>
      <TextField
        label={t('email')}
        name="email"
        type="email"
        required
        defaultValue={customer?.email ?? ''}
        error={errors.email}
        disabled={isOwn}
        hint={isOwn ? t('edit.member') : undefined}
        autoFocus={!customer}
      />
      <NameAndPicture customer={customer} errors={errors} isOwn={isOwn} />
      <TextField
        label={t('labels')}
        name="labels"
        hint={t('labels.hint')}
        defaultValue={joinLabels(customer?.labels ?? [])}
        error={errors.labels}
      />
      {refusal !== null && <p role="alert">{refusal}</p>}
      <DialogActions>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button look="main" type="submit" disabled={isRunning}>
          {t(customer ? 'edit.save' : 'create.verb')}
        </Button>
      </DialogActions>
    </form>
  )
}

type NameProps = { customer: Customer | null; errors: Record<string, string>; isOwn: boolean }

function NameAndPicture({ customer, errors, isOwn }: NameProps) {
  return (
    <>
      <TextField
        label={t('name')}
        name="name"
        required={Boolean(customer)}
        hint={customer ? undefined : t('create.nameHint')}
        defaultValue={customer?.name}
        error={errors.name}
        disabled={isOwn}
      />
      <TextField
        label={t('avatarUrl')}
        name="avatarUrl"
        type="url"
        defaultValue={customer?.avatarUrl ?? ''}
        error={errors.avatarUrl}
        disabled={isOwn}
      />
    </>
  )
}

/** Returns what stores the form, and the reasons for which it was refused. */
function useStore(customer: Customer | null, onClose: () => void, onCreated?: (id: string) => void) {
  const creation = useActionOnce(CREATE_CUSTOMER)
  const update = useAction(UPDATE_CUSTOMER)
  const store = async (form: FormData) => {
    const text = (name: string) => {
      const value = form.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    const labels = splitLabels(text('labels'))
    const picture = text('avatarUrl') || null
    if (!customer) {
      const name = text('name') || null
      const input = { email: text('email'), name, labels, ...(picture !== null && { avatarUrl: picture }) }
      const created = await creation.run({ input })
      if (created?.customer) onCreated?.(created.customer.id)
      return
    }
    const own = form.has('email') && { email: text('email'), name: text('name'), avatarUrl: picture }
    const { id, updatedAt } = customer
    const input = { customer: { id }, ifUnchangedSince: updatedAt, labels, ...own }
    if (await update.run({ input })) onClose()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void store(new FormData(event.currentTarget))
  }
  return { ...(customer ? update : creation), submit }
}
