import { useState } from 'react'
import texts from '../messages/en/forms.json'
import { messagesOf } from '../messages.ts'
import { DialogForm } from './dialog-form.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './field.tsx'

const t = messagesOf(texts)

type ConfirmProps = {
  title: string
  text: string
  /** Verb of the button that does it. */
  action: string
  isOpen: boolean
  onClose: () => void
  /** Called once, by the button. The owner closes the dialog. */
  onConfirm: () => void
  /** Text to type first, for what cannot be undone. */
  requireText?: string | undefined
  /** Reason for which it was refused. */
  problem?: string | null | undefined
}

/** Asks before something is lost. */
export function Confirm({ title, isOpen, onClose, ...rest }: ConfirmProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <Question {...rest} onClose={onClose} />
    </Dialog>
  )
}

function Question({
  text,
  action,
  onClose,
  onConfirm,
  requireText,
  problem,
}: Omit<ConfirmProps, 'title' | 'isOpen'>) {
  const [typed, setTyped] = useState('')
  return (
    <DialogForm
      action={action}
      look="danger"
      isDisabled={requireText !== undefined && typed !== requireText}
      problem={problem}
      onSubmit={onConfirm}
      onClose={onClose}
    >
      <p>{text}</p>
      {requireText !== undefined && (
        <TextField
          label={t('typeName', { name: requireText })}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          autoComplete="off"
          autoFocus
        />
      )}
    </DialogForm>
  )
}
