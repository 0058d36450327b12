import { use, type ReactNode } from 'react'
import styles from './refusal.module.css'
import { ViewerContext } from './viewer.ts'

type RefusalProps = { title: string; text: string; children?: ReactNode }

/** Page that explains why there is nothing to see, with links to other pages. */
export function Refusal({ title, text, children }: RefusalProps) {
  // The frame of an organization, which has a person, is around the page and has the one `main`.
  const Page = use(ViewerContext) ? 'div' : 'main'
  return (
    <Page className={styles.page}>
      <div className={styles.card}>
        <h1>{title}</h1>
        <p>{text}</p>
        {children && <div className={styles.actions}>{children}</div>}
      </div>
    </Page>
  )
}
