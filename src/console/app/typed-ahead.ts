import { useEffect } from 'react'
import { openLayer } from './layer.ts'

let typed = ''

/** Returns what was typed before the palette was there, once. */
export function takeTypedAhead(): string {
  const text = typed
  typed = ''
  return text
}

/** Holds what is typed while the program of the palette is loaded. The page below receives no key. */
export function TypedAhead() {
  useEffect(() => {
    const hold = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey } = event
      event.stopPropagation()
      if (ctrlKey || metaKey) return
      event.preventDefault()
      if (key === 'Escape') openLayer(null)
      else if (key === 'Backspace') typed = typed.slice(0, -1)
      else if (key.length === 1) typed += key
    }
    typed = ''
    addEventListener('keydown', hold, true)
    return () => removeEventListener('keydown', hold, true)
  }, [])
  return null
}
