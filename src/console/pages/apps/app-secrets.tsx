import { useState } from 'react'
import { useActionOnce } from '../../live/use-action.ts'
import texts from '../../messages/en/apps.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { ROTATE_CLIENT_SECRET, ROTATE_WEBHOOK_SECRET } from './app-actions.ts'
import type { App } from './app-documents.ts'
import styles from './apps.module.css'
import { SecretOnce } from './secret-once.tsx'

const t = messagesOf(texts)
type Kind = 'client' | 'webhook'

/** Buttons that replace the secrets of an app. Each new one is shown once. */
export function AppSecrets({ app }: { app: App }) {
  const [asked, setAsked] = useState<Kind | null>(null)
  const [shown, setShown] = useState<{ kind: Kind; value: string } | null>(null)
  const client = useActionOnce(ROTATE_CLIENT_SECRET)
  const webhook = useActionOnce(ROTATE_WEBHOOK_SECRET)
  const rotate = async (kind: Kind) => {
    const value =
      kind === 'client'
        ? (await client.run({ id: app.id }))?.clientSecret
        : (await webhook.run({ id: app.id }))?.webhookSecret
    if (!value) return
    setAsked(null)
    setShown({ kind, value })
  }
  const confirm = (kind: Kind, words: { title: string; text: string }, problem: string | null) => (
    <Confirm
      {...words}
      action={t('rotate')}
      isOpen={asked === kind}
      onClose={() => setAsked(null)}
      onConfirm={() => void rotate(kind)}
      problem={problem}
    />
  )
  return (
    <section className={styles.part} aria-labelledby="secrets">
      <h2 id="secrets">{t('secrets')}</h2>
      <div className={styles.try}>
        <Button onClick={() => setAsked('client')}>{t('rotateClient')}</Button>
        {app.webhookUrl !== null && <Button onClick={() => setAsked('webhook')}>{t('rotateWebhook')}</Button>}
      </div>
      {confirm('client', { title: t('rotateClientTitle'), text: t('rotateClientText') }, client.problem)}
      {confirm('webhook', { title: t('rotateWebhookTitle'), text: t('rotateWebhookText') }, webhook.problem)}
      <Shown secret={shown} onClose={() => setShown(null)} />
    </section>
  )
}

function Shown({ secret, onClose }: { secret: { kind: Kind; value: string } | null; onClose: () => void }) {
  const isWebhook = secret?.kind === 'webhook'
  return (
    <SecretOnce
      name={t(isWebhook ? 'webhookSecret' : 'clientSecret')}
      note={t(isWebhook ? 'webhookSecretNote' : 'clientSecretNote')}
      value={secret?.value ?? null}
      onClose={onClose}
    />
  )
}
