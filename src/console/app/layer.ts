import { useSyncExternalStore } from 'react'

/** The layer above the page: the palette, the list of shortcuts, or none. */
type Layer = 'palette' | 'shortcuts' | null

let current: Layer = null
const listeners = new Set<() => void>()

/** Opens a layer in the position of the other one, or closes both. */
export function openLayer(layer: Layer): void {
  current = layer
  for (const listener of listeners) listener()
}

/** The layer that is open. */
export const useLayer = () => useSyncExternalStore(subscribe, () => current)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
