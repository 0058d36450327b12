import { useEffect, type ReactNode } from 'react'
import { PaletteButton } from './commands.tsx'
import { ConnectionState } from './connection-state.tsx'
import styles from './page-head.module.css'

/** Title of a page, what can be chosen for all of it, and the state of its live connection. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Echolog`
  }, [title])
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
