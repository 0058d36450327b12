import type { KeyboardEvent } from 'react'

const STEPS: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** Moves the focus to the link of the next or the previous row: arrows, `j` and `k`. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  if (step === undefined || event.metaKey || event.ctrlKey || event.altKey) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('li > a')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  const next = links[at + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
