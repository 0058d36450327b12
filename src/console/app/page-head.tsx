import { useEffect, type ReactNode } from 'react'
import { PaletteButton } from './commands.tsx'
import { ConnectionState } from './connection-state.tsx'
import styles from './page-head.module.css'

type PageHeadProps = {
  title: string
  /** Section or parent of the page, which makes the title of the window unique. */
  within?: string | undefined
  children?: ReactNode
}

/** Title of a page, what can be chosen for all of it, and the state of its live connection. */
export function PageHead({ title, within, children }: PageHeadProps) {
  useWindowTitle(title, within)
  return (
    <header className={styles.head}>
      <h1 dir="auto">{title}</h1>
      <ConnectionState />
      <div className={styles.tools}>
        {children}
        <PaletteButton />
      </div>
    </header>
  )
}

/** Sets the title of the window while the component is shown. */
export function useWindowTitle(title: string, within: string | undefined): void {
  useEffect(() => {
    const before = document.title
    document.title = [title, within, 'Echolog'].filter(Boolean).join(' · ')
    return () => void (document.title = before)
  }, [title, within])
}
