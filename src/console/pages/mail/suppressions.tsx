import { useState } from 'react'
import type { ResultOf } from '../../graphql.ts'
import { useAction } from '../../live/use-action.ts'
import { usePages } from '../../live/use-pages.ts'
import { useRereads } from '../../live/use-rereads.ts'
import texts from '../../messages/en/mail.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Time } from '../../ui/time.tsx'
import styles from './mails.module.css'
import { REMOVE_SUPPRESSION, SUPPRESSIONS, type Suppression } from './suppression-documents.ts'

const t = messagesOf(texts)
const select = ({ mailSuppressions }: ResultOf<typeof SUPPRESSIONS>) => mailSuppressions
const never = () => false
const NO_VARIABLES = {}
/** Milliseconds between two reads. Suppressions cause no events. */
const INTERVAL_MS = 10_000

/** Addresses that receive no mail, with the reason. Nothing without one. */
export function Suppressions() {
  const { nodes, refresh, ...more } = usePages(SUPPRESSIONS, NO_VARIABLES, select)
  useRereads({ read: refresh, changesWith: never, everyMs: INTERVAL_MS })
  if (!nodes || nodes.length === 0) return null
  return (
    <section className={styles.suppressions} aria-label={t('suppressed')}>
      <h2>{t('suppressed')}</h2>
      <p className={styles.intro}>{t('suppressedText')}</p>
      {nodes.map((suppression) => (
        <SuppressionRow key={suppression.id} suppression={suppression} onEnded={refresh} />
      ))}
      <LoadMore {...more} />
    </section>
  )
}

type RowProps = { suppression: Suppression; onEnded: () => void }

function SuppressionRow({ suppression, onEnded }: RowProps) {
  const { email, reason, detail, createdAt } = suppression
  const title = (
    <span className={styles.suppressed}>
      {email ?? t('erased')}
      <small>
        {t(`suppression.${reason}`)} · <Time at={createdAt} />
        {detail !== null && ` · ${detail}`}
      </small>
    </span>
  )
  const actions = reason === 'BOUNCE' && <Allow suppression={suppression} onEnded={onEnded} />
  return <ListRow title={title} actions={actions} />
}

/** Button that ends a suppression, after a question. */
function Allow({ suppression: { id, email }, onEnded }: RowProps) {
  const { run, problem } = useAction(REMOVE_SUPPRESSION)
  const [isAsking, setAsking] = useState(false)
  const title = t('allowThis', { email: email ?? t('erased') })
  const end = async () => {
    if (!(await run({ id }))) return
    setAsking(false)
    onEnded()
  }
  return (
    <>
      <Button look="quiet" aria-label={title} onClick={() => setAsking(true)}>
        {t('allow')}
      </Button>
      <Confirm
        title={title}
        text={t('allowText')}
        action={t('allow')}
        problem={problem}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void end()}
      />
    </>
  )
}
