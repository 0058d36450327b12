import { useEffect, useRef } from 'react'

/** A key of the keyboard and its action. */
type Shortcut = {
  /**
   * Value of `KeyboardEvent.key`: `j`, `?`, `Enter`, `[`. `mod+k` is with Control or Command. `g p` is two keys, one
   * after the other.
   */
  keys: string
  /** Action in words, for the list of shortcuts. */
  text: string
  run: (event: KeyboardEvent) => void
  /** Whether the key also counts in fields and dialogs. */
  isEverywhere?: boolean
}

type Group = { title: string; shortcuts: readonly Shortcut[] }

const STORED = 'echolog.shortcuts'
/** Milliseconds after which the first of two keys no longer counts. */
const SEQUENCE_MS = 1000
const FIELDS = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]'
const CONTROLS = 'a[href], button, summary, input, [role=option], [role=menuitem], [role=tab]'
const LAYERS = 'dialog[open], [popover]:popover-open'

const groups = new Set<{ current: Group }>()
let first: { key: string; at: number } | null = null

/**
 * Listens for shortcuts as long as the component is shown. If two components have the same key, the later one counts.
 */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const group = useRef<Group>({ title, shortcuts })
  useEffect(() => {
    group.current = { title, shortcuts }
  })
  useEffect(() => {
    groups.add(group)
    if (groups.size === 1) document.addEventListener('keydown', onKey)
    return () => {
      groups.delete(group)
      if (groups.size === 0) document.removeEventListener('keydown', onKey)
    }
  }, [])
}

/** Returns the shortcuts of the page, of which those of the shell are first. */
export const currentShortcuts = (): Group[] => [...groups].map(({ current }) => current)

/** Whether single keys are shortcuts in this browser. People who speak to it switch them off (WCAG 2.1.4). */
export const areSingleKeysOn = () => localStorage.getItem(STORED) !== 'off'

/** Stores whether single keys are shortcuts in this browser. */
export const switchSingleKeys = (isOn: boolean) => localStorage.setItem(STORED, isOn ? 'on' : 'off')

function onKey(event: KeyboardEvent): void {
  const { key, altKey, ctrlKey, metaKey, defaultPrevented, isComposing, timeStamp, target } = event
  if (altKey || defaultPrevented || isComposing || ['Shift', 'Control', 'Meta'].includes(key)) return
  const isChord = ctrlKey || metaKey
  const pressed = isChord ? `mod+${key.toLowerCase()}` : key
  const before = first && timeStamp - first.at < SEQUENCE_MS ? `${first.key} ${pressed}` : null
  const all = [...groups].reverse().flatMap(({ current }) => current.shortcuts)
  const usable = all.filter((one) => isUsable(one, target as Element, isChord))
  const found = usable.find(({ keys }) => keys === before) ?? usable.find(({ keys }) => keys === pressed)
  first = usable.some(({ keys }) => keys.startsWith(`${pressed} `)) ? { key: pressed, at: timeStamp } : null
  if (!found) return
  first = null
  event.preventDefault()
  found.run(event)
}

/** A field keeps what is typed, and a focused control its own keys. */
function isUsable({ keys, isEverywhere }: Shortcut, target: Element, isChord: boolean): boolean {
  if (isEverywhere) return true
  if (!isChord && !areSingleKeysOn() && keys !== 'Escape') return false
  if (target.closest(FIELDS) || document.querySelector(LAYERS)) return false
  return (keys !== 'Enter' && keys !== ' ') || !target.closest(CONTROLS)
}
