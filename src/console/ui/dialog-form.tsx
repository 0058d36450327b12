import type { ReactNode } from 'react'
import texts from '../messages/en/ui.json'
import { messagesOf } from '../messages.ts'
import { Button } from './button.tsx'
import { DialogActions } from './dialog.tsx'

const t = messagesOf(texts)

type DialogFormProps = {
  /** Verb of the button that submits. */
  action: string
  look?: 'main' | 'danger'
  isRunning?: boolean
  /** Whether the form cannot be submitted. */
  isDisabled?: boolean
  /** Reason for which it was refused, if it belongs to no field. */
  problem?: string | null | undefined
  /** Receives the fields. They keep what was typed if the server refuses it. */
  onSubmit: (values: FormData) => void
  onClose: () => void
  children: ReactNode
}

/** Form of a dialog: fields, the reason of a refusal, and the buttons that cancel and submit. */
export function DialogForm({
  action,
  look = 'main',
  isRunning,
  isDisabled,
  problem,
  onSubmit,
  onClose,
  children,
}: DialogFormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(new FormData(event.currentTarget))
      }}
    >
      {children}
      {problem && <p role="alert">{problem}</p>}
      <DialogActions>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button look={look} type="submit" disabled={isDisabled} aria-busy={isRunning}>
          {action}
        </Button>
      </DialogActions>
    </form>
  )
}
