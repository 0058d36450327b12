import { useState } from 'react'
import texts from '../../messages/en/deliveries.json'
import { messagesOf } from '../../messages.ts'
import { TextField } from '../../ui/field.tsx'
import styles from './delivery-detail.module.css'
import type { Attempt, WholeDelivery } from './delivery-documents.ts'
import { signatureOf } from './signature.ts'
import { VerifyLine } from './verify-line.tsx'

const t = messagesOf(texts)

type Result = 'notSecret' | { number: number }

/** The signed text, the signatures of a try, and whether a secret made one of them. */
export function VerifyPart({ delivery, attempt }: { delivery: WholeDelivery; attempt: Attempt | undefined }) {
  const header = (wanted: string) => attempt?.requestHeaders.find(({ name }) => name === wanted)?.value ?? ''
  const [id, timestamp] = [header('webhook-id'), header('webhook-timestamp')]
  const signatures = header('webhook-signature').split(' ').filter(Boolean)
  const { body } = delivery
  if (body === null || signatures.length === 0) return <p className={styles.quiet}>{t('notSent')}</p>
  return (
    <>
      <p className={styles.quiet}>{t('verifyText')}</p>
      <section>
        <h3>{t('signed')}</h3>
        <p className={styles.line}>
          {id}.{timestamp}.{body.slice(0, 120)}
          {body.length > 120 && '…'}
        </p>
      </section>
      <ol className={styles.signatures} aria-label={t('part.verify')}>
        {signatures.map((signature, index) => (
          <li key={signature}>
            <h3>{t('signature', { number: index + 1 })}</h3>
            {signature}
          </li>
        ))}
      </ol>
      {isSecureContext ? (
        <SecretCheck signed={{ id, timestamp, body }} signatures={signatures} />
      ) : (
        <p role="note">{t('needsHttps')}</p>
      )}
      <VerifyLine text={t('inCode')} />
    </>
  )
}

type CheckProps = { signed: Parameters<typeof signatureOf>[1]; signatures: readonly string[] }

/** Computes the signature with a secret in the browser, and compares it. */
function SecretCheck({ signed, signatures }: CheckProps) {
  const [result, setResult] = useState<Result | null>(null)
  const verify = async (secret: string) => {
    if (!secret.trim()) return setResult(null)
    const signature = await signatureOf(secret.trim(), signed)
    setResult(signature === null ? 'notSecret' : { number: signatures.indexOf(signature) + 1 })
  }
  return (
    <>
      <TextField
        label={t('secret')}
        hint={t('secretHint')}
        type="password"
        autoComplete="off"
        onChange={({ target }) => void verify(target.value)}
        error={wrongOf(result)}
      />
      {result !== null && result !== 'notSecret' && result.number > 0 && (
        <p role="status" className={styles.matches}>
          {t('matches', { number: result.number, count: signatures.length })}
        </p>
      )}
    </>
  )
}

function wrongOf(result: Result | null): string | undefined {
  if (result === null) return undefined
  if (result === 'notSecret') return t('notSecret')
  return result.number === 0 ? t('matchesNone') : undefined
}
