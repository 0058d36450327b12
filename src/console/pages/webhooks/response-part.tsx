import texts from '../../messages/en/deliveries.json'
import { messagesOf } from '../../messages.ts'
import { Json } from '../../ui/json.tsx'
import { Time } from '../../ui/time.tsx'
import styles from './delivery-detail.module.css'
import type { Attempt } from './delivery-documents.ts'
import { answerOf, tookOf } from './delivery-row.tsx'
import { HeaderList } from './header-list.tsx'

const t = messagesOf(texts)
/** Characters of an answer that are stored. */
const MAX_STORED = 16_000

/** Status, timing, headers and body of the answer to a try. */
export function ResponsePart({ attempt }: { attempt: Attempt | undefined }) {
  if (!attempt) return <p className={styles.quiet}>{t('notSent')}</p>
  const { responseStatus, durationMs, startedAt, error, responseHeaders, responseBody } = attempt
  return (
    <>
      <dl className={`${styles.headers} ${styles.facts}`}>
        <div>
          <dt>{t('status')}</dt>
          <dd>{answerOf(attempt)}</dd>
        </div>
        <div>
          <dt>{t('took')}</dt>
          <dd>{tookOf(durationMs)}</dd>
        </div>
        <div>
          <dt>{t('started')}</dt>
          <dd>
            <Time at={startedAt} />
          </dd>
        </div>
      </dl>
      {error !== null && <p className={styles.bad}>{error}</p>}
      {responseStatus === null ? (
        <p className={styles.quiet}>{t('noResponse')}</p>
      ) : (
        <>
          <section>
            <h3>{t('headers')}</h3>
            <HeaderList headers={responseHeaders} />
            {attempt.responseHeadersTruncated && <p className={styles.quiet}>{t('cut')}</p>}
          </section>
          <Body body={responseBody} />
        </>
      )}
    </>
  )
}

function Body({ body }: { body: string | null }) {
  return (
    <section>
      <h3>{t('body')}</h3>
      {body ? <Json text={body} name={t('body')} /> : <p className={styles.quiet}>{t('emptyBody')}</p>}
      {(body?.length ?? 0) >= MAX_STORED && <p className={styles.quiet}>{t('bodyCut')}</p>}
    </section>
  )
}
