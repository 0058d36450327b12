import { useEffect, useState } from 'react'

/**
 * The rows without new ones, while the list is read or the page is scrolled. Rows that have left go, and further
 * pages are added. Returns the number of new rows too.
 */
export function useHeldRows<Row extends { id: string }>(rows: readonly Row[], isRead: boolean) {
  const isScrolled = useScrolled()
  const [earlier, setEarlier] = useState(rows)
  const isHeld = (isRead || isScrolled) && earlier.length > 0
  const shownIds = new Set(earlier.map(({ id }) => id))
  const last = rows.findLastIndex(({ id }) => shownIds.has(id))
  const shown = isHeld ? rows.filter(({ id }, index) => shownIds.has(id) || index > last) : rows
  if (earlier.length !== shown.length || earlier.some(({ id }, index) => id !== shown[index]?.id))
    setEarlier(shown)
  return { shown, held: rows.length - shown.length, showAll: () => setEarlier(rows) }
}

function useScrolled(): boolean {
  const [isScrolled, setScrolled] = useState(false)
  useEffect(() => {
    const onScroll = () => setScrolled(scrollY > 0)
    addEventListener('scroll', onScroll, { passive: true })
    return () => removeEventListener('scroll', onScroll)
  }, [])
  return isScrolled
}
