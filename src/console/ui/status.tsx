import styles from './status.module.css'

type StatusProps = { name: string; color: string }

/** Name of a status, with its color as a dot. */
export function Status({ name, color }: StatusProps) {
  return (
    <span className={styles.status}>
      <i aria-hidden style={{ background: color }} />
      <span dir="auto">{name}</span>
    </span>
  )
}
