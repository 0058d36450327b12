import styles from './delivery-detail.module.css'

type Header = { name: string; value: string }

/** Headers of a request or a response. */
export function HeaderList({ headers }: { headers: readonly Header[] }) {
  return (
    <dl className={styles.headers}>
      {headers.map(({ name, value }, index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
