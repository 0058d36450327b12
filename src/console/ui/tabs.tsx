import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import styles from './tabs.module.css'

/** Width of the tab before the chosen one that stays visible, in pixels. */
const MARGIN_PX = 48

type TabsProps = {
  /** Name of the group for screen readers. */
  name: string
  /** A `<Link>` for each. The one with `aria-current` is chosen, which the router sets. */
  children: ReactNode
}

/** Links in the look of tabs: each is an address. */
export function Tabs({ name, children }: TabsProps) {
  const tabs = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  useEffect(() => {
    const chosen = tabs.current?.querySelector<HTMLElement>('[aria-current]:not([aria-current=false])')
    // `scrollIntoView` would scroll the page as well.
    if (tabs.current && chosen)
      tabs.current.scrollLeft = chosen.offsetLeft - tabs.current.offsetLeft - MARGIN_PX
  }, [pathname])
  return (
    <nav ref={tabs} className={styles.tabs} aria-label={name}>
      {children}
    </nav>
  )
}
