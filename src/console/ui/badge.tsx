import type { ReactNode } from 'react'
import styles from './badge.module.css'

type BadgeProps = { tone?: 'good' | 'warn' | 'bad' | 'quiet'; children: ReactNode }

/** A word about the state of a thing. The tone is never its only sign. */
export function Badge({ tone = 'quiet', children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}
