import { useRef, useState } from 'react'

/** Selected rows, in the order of the list. With shift, a row selects all from the one before. */
export function useSelection<Row extends { id: string }>(rows: readonly Row[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  const toggle = (id: string, isRange: boolean) => {
    const at = rows.findIndex((row) => row.id === id)
    const from = isRange ? rows.findIndex((row) => row.id === last.current) : -1
    const range =
      from < 0 ? [id] : rows.slice(Math.min(at, from), Math.max(at, from) + 1).map((row) => row.id)
    setIds((before) => {
      const next = new Set(before)
      if (from < 0 && next.has(id)) next.delete(id)
      else for (const one of range) next.add(one)
      return next
    })
    last.current = id
  }
  return {
    selected: rows.filter(({ id }) => ids.has(id)),
    has: (id: string) => ids.has(id),
    toggle,
    clear: () => setIds(new Set()),
  }
}
