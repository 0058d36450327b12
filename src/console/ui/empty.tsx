import type { ReactNode } from 'react'
import { Copy } from './copy.tsx'
import styles from './empty.module.css'

type EmptyProps = {
  title: string
  text?: ReactNode
  /** Button or link that does the one thing to do. */
  action?: ReactNode
  /** Command that does the same, and its name for the button that copies it. */
  curl?: { command: string; name: string } | undefined
}

/** Text of an empty list, with its next step. */
export function Empty({ title, text, action, curl }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {action}
      {curl && (
        <div className={styles.curl}>
          <pre tabIndex={0}>{curl.command}</pre>
          <Copy value={curl.command} name={curl.name} />
        </div>
      )}
    </div>
  )
}
