import { useState } from 'react'
import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/person-data.json'
import uiTexts from '../../messages/en/forms.json'
import { messagesOf } from '../../messages.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import styles from './customer.module.css'
import type { Customer } from './documents.ts'
import { DELETE_CUSTOMER, type Erasure } from './erasure-documents.ts'

const t = messagesOf(texts)
const ui = messagesOf(uiTexts)
const STEPS = ['profile', 'access', 'logs', 'imports', 'notCovered'] as const

type EraseProps = {
  customer: Customer
  isOpen: boolean
  onClose: () => void
  onErased: (erasure: Erasure) => void
}

/** Dialog that erases a person. It lists what stays and what is deleted. */
export function Erase({ customer, isOpen, onClose, onErased }: EraseProps) {
  return (
    <Dialog title={t('erase.title', { name: customer.name })} isOpen={isOpen} onClose={onClose}>
      <Question customer={customer} onClose={onClose} onErased={onErased} />
    </Dialog>
  )
}

function Question({ customer, onClose, onErased }: Omit<EraseProps, 'isOpen'>) {
  const { id, name, postsCount: posts, votesCount: votes, commentsCount: comments } = customer
  const { run, isRunning, problem, errors } = useAction(DELETE_CUSTOMER)
  const [typed, setTyped] = useState('')
  const erase = async () => {
    const erased = await run({ id })
    if (erased?.erasure) onErased(erased.erasure)
  }
  return (
    <DialogForm
      action={t('erase.verb')}
      look="danger"
      isRunning={isRunning}
      isDisabled={typed !== name}
      problem={problem ?? Object.values(errors)[0]}
      onSubmit={() => void erase()}
      onClose={onClose}
    >
      <ul className={styles.steps}>
        <li>{t('erase.stay', { posts, votes, comments })}</li>
        {STEPS.map((step) => (
          <li key={step}>{t(`erase.${step}`)}</li>
        ))}
      </ul>
      <TextField
        label={ui('typeName', { name })}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        autoComplete="off"
        autoFocus
      />
    </DialogForm>
  )
}
