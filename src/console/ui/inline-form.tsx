import { useEffect, useRef, useState, type ReactNode, type Ref } from 'react'
import texts from '../messages/en/ui.json'
import { messagesOf } from '../messages.ts'
import { Button } from './button.tsx'
import styles from './inline-form.module.css'

const t = messagesOf(texts)

type InlineFormProps = {
  /** Name of the form for screen readers. */
  name: string
  /** Verb of the button that stores. */
  save: string
  isRunning: boolean
  /** Reason for which nothing was stored. */
  problem?: string | null | undefined
  onSave: (values: FormData) => void
  /** Called by the button and by Escape. Without it, the form stays open. */
  onCancel?: () => void
  /** Whether the fields are shown to a person who may not change them. */
  isReadOnly?: boolean
  children: ReactNode
}

/** Form inside a page: fields, and buttons below them. */
export function InlineForm({
  name,
  save,
  isRunning,
  problem,
  onSave,
  onCancel,
  isReadOnly = false,
  children,
}: InlineFormProps) {
  return (
    <form
      className={styles.form}
      data-boxed={onCancel ? true : undefined}
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault()
        onSave(new FormData(event.currentTarget))
      }}
      onKeyDown={({ key }) => void (key === 'Escape' && onCancel?.())}
    >
      <fieldset disabled={isReadOnly} aria-label={name}>
        {children}
      </fieldset>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {!isReadOnly && (
        <footer>
          <Button look="main" type="submit" aria-busy={isRunning}>
            {save}
          </Button>
          {onCancel && <Button onClick={onCancel}>{t('cancel')}</Button>}
        </footer>
      )}
    </form>
  )
}

type NewButtonProps = { ref: Ref<HTMLButtonElement>; text: string; onClick: () => void }

/** Main button of a page, which opens the form of a new thing. */
export function NewButton({ ref, text, onClick }: NewButtonProps) {
  return (
    <Button look="main" ref={ref} onClick={onClick}>
      {text}
    </Button>
  )
}

/** Returns a ref for the button that opens a form. It receives the focus when the form closes. */
export function useReturnFocus(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return button
}

/** State of a list with forms: the row whose form is open, `new` for that of a new thing, and the row to delete. */
export function useEditing<Row>() {
  const [edited, setEdited] = useState<string | null>(null)
  const [deleted, setDeleted] = useState<Row | null>(null)
  const newButton = useReturnFocus(edited === 'new')
  return { edited, setEdited, close: () => setEdited(null), deleted, setDeleted, newButton }
}

/** Returns a field of a form as text. */
export function textIn(values: FormData, name: string): string {
  const value = values.get(name)
  return typeof value === 'string' ? value : ''
}
