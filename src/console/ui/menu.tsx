import { useEffect, useRef, type ReactNode } from 'react'
import styles from './menu.module.css'

type MenuProps = {
  /** Content of the button. */
  label: ReactNode
  /** Purpose of the button, for screen readers. */
  name: string
  children: ReactNode
  className?: string | undefined
  /** Edge at which the panel opens, and the one with which it is flush. */
  opens?: 'below' | 'above'
  align?: 'start' | 'end'
}

/**
 * Button that shows a panel of links and buttons. Escape, a choice and a press outside close it. Escape returns
 * the focus to the button.
 */
export function Menu({ label, name, children, className = '', opens = 'below', align = 'start' }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      if (menu.current?.open && !menu.current.contains(target as Node)) menu.current.open = false
    }
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !menu.current?.open) return
      menu.current.open = false
      menu.current.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
  const closeAfterLink = ({ target }: { target: EventTarget }) => {
    if (menu.current && (target as Element).closest('a')) menu.current.open = false
  }
  return (
    <details ref={menu} className={styles.menu}>
      <summary className={className}>
        {label}
        <span className="hidden">{name}</span>
      </summary>
      <div className={styles.panel} data-opens={opens} data-align={align} onClick={closeAfterLink}>
        {children}
      </div>
    </details>
  )
}
