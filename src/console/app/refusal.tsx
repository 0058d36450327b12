import type { ReactNode } from 'react'
import styles from './refusal.module.css'

type RefusalProps = { title: string; text: string; children?: ReactNode }

/** Page that says why there is nothing to see, and leads on. */
export function Refusal({ title, text, children }: RefusalProps) {
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <h1>{title}</h1>
        <p>{text}</p>
        {children && <div className={styles.actions}>{children}</div>}
      </div>
    </main>
  )
}
