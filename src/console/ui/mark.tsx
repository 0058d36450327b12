import styles from './mark.module.css'

/** First letter of a name, as the picture of an organization or, round, of a person. */
export function Mark({ name, isRound = false }: { name: string; isRound?: boolean }) {
  return (
    <span className={styles.mark} data-round={isRound || undefined} aria-hidden>
      {[...name.trim()][0]?.toLocaleUpperCase() ?? '·'}
    </span>
  )
}
