import { useState, type KeyboardEvent } from 'react'
import type { PickerOption } from './picker-list.tsx'

type Keys = {
  /** Options that are shown. */
  options: readonly PickerOption[]
  values: readonly string[]
  /** Whether letters and spaces belong to a field. */
  isSearchable: boolean
  onPick: (value: string) => void
}

/** The option that keys act on: at first one that is picked. Arrows, Home, End and letters move it, Enter picks it. */
export function useActiveOption({ options, values, isSearchable, onPick }: Keys) {
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      options.findIndex(({ value }) => values.includes(value)),
    ),
  )
  const current = Math.min(active, options.length - 1)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moved(event.key, current, options.length)
    const letter = !isSearchable && /^\p{L}$/u.test(event.key)
    if (next !== null) setActive(next)
    else if (event.key === 'Enter' || (event.key === ' ' && !isSearchable)) {
      const option = options[current]
      if (option) onPick(option.value)
    } else if (letter) setActive(nextWith(options, current, event.key))
    else return
    event.preventDefault()
    // The keys of the page belong to the list while it is open.
    event.stopPropagation()
  }
  return { current, setActive, onKeyDown }
}

/** Index of the next option that starts with a letter, around the end. Without one, the option stays. */
function nextWith(options: readonly PickerOption[], current: number, letter: string): number {
  const starts = options.flatMap(({ label }, index) =>
    label.toLocaleLowerCase().startsWith(letter.toLocaleLowerCase()) ? [index] : [],
  )
  return starts.find((index) => index > current) ?? starts[0] ?? current
}

/** Index after a key, or null for a key that does not move. */
function moved(key: string, index: number, count: number): number | null {
  if (key === 'ArrowDown') return Math.min(index + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(index - 1, 0)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}
