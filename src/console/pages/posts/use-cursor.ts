import { useEffect, useState } from 'react'

/**
 * The row that keys act on, which has the focus. If it leaves the list, the row that follows takes over. With an
 * open post, a move opens the next one.
 */
export function useCursor(
  rows: readonly { id: string }[],
  openId: string | undefined,
  open: (id: string) => void,
) {
  const [state, setState] = useState<{ id: string; index: number } | null>(null)
  const index = state ? rows.findIndex(({ id }) => id === state.id) : -1
  const next = state && index < 0 ? rows[Math.min(state.index, rows.length - 1)] : undefined
  const id = index >= 0 ? (state?.id ?? null) : (next?.id ?? null)
  if (state && next) setState({ id: next.id, index: rows.indexOf(next) })
  else if (state && index >= 0 && index !== state.index) setState({ ...state, index })
  useEffect(() => {
    if (id !== null && document.activeElement === document.body) focusRow(id)
  }, [id])
  return {
    id: id ?? openId ?? null,
    set: (to: string) => setState({ id: to, index: rows.findIndex((row) => row.id === to) }),
    move: (by: 1 | -1) => {
      const from = rows.findIndex((row) => row.id === (id ?? openId))
      const to = rows[from < 0 ? 0 : Math.max(0, Math.min(from + by, rows.length - 1))]
      if (!to) return
      setState({ id: to.id, index: rows.indexOf(to) })
      focusRow(to.id)
      if (openId !== undefined) open(to.id)
    },
  }
}

const rowOf = (id: string) => document.querySelector<HTMLElement>(`[data-post="${id}"]`)
const focusRow = (id: string) => rowOf(id)?.focus()

/** Frames within which the list is shown again after an action. */
const MAX_FRAMES = 30

/**
 * Gives the focus to the row of a post, or to the first one, once nothing has it: the buttons of an action may be gone
 * with the post that it was for.
 */
export function returnFocus(id: string, frames = MAX_FRAMES): void {
  const row = rowOf(id) ?? document.querySelector<HTMLElement>('[data-post]')
  if (row && document.activeElement === document.body) row.focus()
  else if (frames > 0) requestAnimationFrame(() => returnFocus(id, frames - 1))
}
