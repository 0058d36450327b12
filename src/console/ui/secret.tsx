import type { ReactNode } from 'react'
import { Copy } from './copy.tsx'
import styles from './secret.module.css'

type SecretProps = {
  value: string
  /** Name of the value for the button that copies it. */
  name: string
  /** That it is shown once, and what it is for. */
  note: ReactNode
}

/** Value that is shown once, with a button that copies it. */
export function Secret({ value, name, note }: SecretProps) {
  return (
    <div className={styles.secret}>
      <div>
        <code tabIndex={0} aria-label={name}>
          {value}
        </code>
        <Copy value={value} name={name} />
      </div>
      <p>{note}</p>
    </div>
  )
}
