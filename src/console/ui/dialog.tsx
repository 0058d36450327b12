import { XIcon } from '@primer/octicons-react'
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FormEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import texts from '../messages/en/ui.json'
import formTexts from '../messages/en/forms.json'
import { messagesOf } from '../messages.ts'
import { Button } from './button.tsx'
import styles from './dialog.module.css'

const t = messagesOf(texts)
const f = messagesOf(formTexts)

type DialogProps = {
  title: string
  isOpen: boolean
  /** Called by Escape, by the button and by a press outside. The owner then sets `isOpen`. */
  onClose: () => void
  /** `wide` is for two columns. */
  size?: 'plain' | 'wide'
  children: ReactNode
}

/**
 * Modal dialog of the browser. A child with `autoFocus` has the focus, which returns to where it was before. Escape and
 * a press outside ask before a text of several lines is lost.
 */
export function Dialog({ title, isOpen, onClose, size = 'plain', children }: DialogProps) {
  const heading = useId()
  const { dialog, isShown, leave, watchText } = useModal(isOpen, onClose)
  const closeOutside = ({ target }: MouseEvent) => void (target === dialog.current && leave())
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-size={size}
      aria-labelledby={heading}
      onMouseDown={closeOutside}
      onInput={watchText}
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
      // A second Escape closes a dialog without asking anybody.
      onClose={() => void (isOpen && !dialog.current?.open && onClose())}
    >
      {isOpen && (
        <div className={styles.content}>
          <header>
            <h2 id={heading}>{title}</h2>
            <Button look="quiet" aria-label={t('close')} onClick={onClose}>
              <XIcon size={16} />
            </Button>
          </header>
          {isShown && children}
        </div>
      )}
    </dialog>
  )
}

/**
 * Opens the dialog as a modal one while `isOpen`, and gives the focus back afterwards. `isShown` follows the opening: a
 * control in a closed dialog cannot have the focus. `leave` closes it unless a text would be lost.
 */
function useModal(isOpen: boolean, onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  const hasText = useRef(false)
  const [isShown, setShown] = useState(false)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!isOpen || !element) return
    const before = document.activeElement
    element.showModal()
    hasText.current = false
    setShown(true)
    return () => {
      setShown(false)
      element.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [isOpen])
  const leave = () => {
    if (hasText.current && !confirm(f('discard'))) return
    onClose()
  }
  const watchText = ({ target }: FormEvent) => {
    if (target instanceof HTMLTextAreaElement) hasText.current = target.value.trim() !== ''
  }
  return { dialog, isShown, leave, watchText }
}

/** Buttons at the end of a dialog. The main one is the last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <footer className={styles.actions}>{children}</footer>
}
