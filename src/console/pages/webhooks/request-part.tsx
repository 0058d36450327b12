import texts from '../../messages/en/deliveries.json'
import { messagesOf } from '../../messages.ts'
import { Copy } from '../../ui/copy.tsx'
import { Json } from '../../ui/json.tsx'
import { curlOf } from './curl-of.ts'
import styles from './delivery-detail.module.css'
import type { Attempt, WholeDelivery } from './delivery-documents.ts'
import { HeaderList } from './header-list.tsx'

const t = messagesOf(texts)

type RequestProps = { delivery: WholeDelivery; attempt: Attempt | undefined }

/** Headers and body of a try, and the command that sends it again by hand. */
export function RequestPart({ delivery: { body, webhook }, attempt }: RequestProps) {
  const url = webhook?.url ?? ''
  const headers = attempt?.requestHeaders ?? []
  const isSent = headers.length > 0 && body !== null && url
  return (
    <>
      {webhook && <p className={styles.line}>POST {webhook.url}</p>}
      <section>
        <h3>
          {t('headers')}
          {isSent && <Copy value={curlOf({ url, headers, body })} name={t('asCurl')} text={t('curl')} />}
        </h3>
        {headers.length > 0 ? (
          <HeaderList headers={headers} />
        ) : (
          <p className={styles.quiet}>{attempt?.error ?? t('notSent')}</p>
        )}
      </section>
      <section>
        <h3>{t('body')}</h3>
        {body === null ? (
          <p className={styles.quiet}>{t('noBody')}</p>
        ) : (
          <Json text={body} name={t('body')} />
        )}
      </section>
    </>
  )
}
