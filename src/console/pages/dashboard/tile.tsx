import { useId, type ReactNode } from 'react'
import styles from './tile.module.css'

type TileProps = {
  title: string
  aside?: ReactNode
  /** Least height of the content, in rows, so that a list that is read moves nothing. */
  rows?: number
  children: ReactNode
}

/** Box of the dashboard with a heading. */
export function Tile({ title, aside, rows = 0, children }: TileProps) {
  const id = useId()
  return (
    <section className={styles.tile} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      <div style={{ minHeight: `${rows * 40}px` }}>{children}</div>
    </section>
  )
}
