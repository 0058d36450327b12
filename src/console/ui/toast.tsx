import { XIcon } from '@primer/octicons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import texts from '../messages/en/notices.json'
import { messagesOf } from '../messages.ts'
import { Button } from './button.tsx'
import { Keys } from './keys.tsx'
import styles from './toast.module.css'

const t = messagesOf(texts)
/** Milliseconds for which a toast is shown. The pointer and the focus in it stop the clock. */
const SHOWN_MS = 8_000
const MAX_SHOWN = 3

type Toast = {
  text: string
  /** Button that opens the new thing. */
  action?: { label: string; run: () => void } | undefined
  /** Takes the change back. */
  undo?: () => void
  tone?: 'plain' | 'bad'
}
type Shown = Toast & { id: number }

let shown: readonly Shown[] = []
let lastId = 0
const listeners = new Set<() => void>()

function show(next: readonly Shown[]): void {
  shown = next
  for (const listener of listeners) listener()
}
const dismiss = (id: number) => show(shown.filter((one) => one.id !== id))
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Shows what has happened, for 8 seconds. Returns a function that takes it away. */
export function toast(next: Toast): () => void {
  const id = ++lastId
  show([...shown, { ...next, id }].slice(-MAX_SHOWN))
  return () => dismiss(id)
}

/** Returns the newest toast that has a way back, on which the key acts. */
const newestUndo = (toasts: readonly Shown[]) => toasts.findLast(({ undo }) => undo)

/** Takes back the change of the newest toast that has a way back. */
export function undoLast(): void {
  const last = newestUndo(shown)
  if (!last) return
  dismiss(last.id)
  last.undo?.()
}

/** The toasts of the page, in a live region. The shell shows them once. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribe, () => shown)
  const newest = newestUndo(toasts)
  return (
    <section className={styles.toasts} aria-label={t('notifications')} aria-live="polite">
      {toasts.map((one) => (
        <Line key={one.id} {...one} hasUndoKey={one === newest} />
      ))}
    </section>
  )
}

type LineProps = Shown & {
  /** Whether the key of Undo acts on this toast. */
  hasUndoKey: boolean
}

function Line({ id, text, action, undo, tone = 'plain', hasUndoKey }: LineProps) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismiss(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id, isHeld])
  const runAndDismiss = (run: () => void) => {
    dismiss(id)
    run()
  }
  return (
    <div
      className={styles.toast}
      data-tone={tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p>{text}</p>
      {action && <Button onClick={() => runAndDismiss(action.run)}>{action.label}</Button>}
      {undo && (
        <Button onClick={() => runAndDismiss(undo)}>
          {t('undo')}
          {hasUndoKey && (
            <span aria-hidden>
              <Keys keys="z" />
            </span>
          )}
        </Button>
      )}
      <Button look="quiet" aria-label={t('dismiss')} onClick={() => dismiss(id)}>
        <XIcon size={16} />
      </Button>
    </div>
  )
}
