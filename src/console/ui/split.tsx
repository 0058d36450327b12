import type { ReactNode } from 'react'
import styles from './split.module.css'

type SplitProps = {
  list: ReactNode
  /** The thing of the list that is open, or null. */
  thing: ReactNode
  /** Name of the thing's part for screen readers. */
  name: string
}

/** A list that stays, with a thing of it open beside. On a phone the thing replaces the list. */
export function Split({ list, thing, name }: SplitProps) {
  const isOpen = Boolean(thing)
  return (
    <div className={styles.split} data-open={isOpen || undefined}>
      <div className={styles.list}>{list}</div>
      {isOpen && (
        <section className={styles.thing} aria-label={name}>
          {thing}
        </section>
      )}
    </div>
  )
}
