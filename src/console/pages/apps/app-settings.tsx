import { useState } from 'react'
import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/apps.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { UPDATE_APP, type App } from './app-documents.ts'
import { AppForm } from './app-form.tsx'
import type { AppInput } from './app-input.ts'
import styles from './apps.module.css'
import { SecretOnce } from './secret-once.tsx'

const t = messagesOf(texts)

/** Settings of an app. A change that adds the webhook shows its secret once. */
export function AppSettings({ app }: { app: App }) {
  // The app as the form shows it. A change by another admin after that is a conflict.
  const [shown, setShown] = useState(app)
  const [secret, setSecret] = useState<string | null>(null)
  const { run, errors, problem, isRunning } = useAction(UPDATE_APP)
  const save = async (input: AppInput) => {
    const changes = { ...input, app: { id: app.id }, ifUnchangedSince: shown.updatedAt }
    const payload = await run({ input: changes })
    if (!payload?.oauthApp) return
    setShown(payload.oauthApp)
    setSecret(payload.webhookSecret)
    toast({ text: t('saved', { name: payload.oauthApp.name }) })
  }
  return (
    <section className={styles.part} aria-labelledby="settings">
      <h2 id="settings">{t('settings')}</h2>
      <AppForm
        key={shown.updatedAt}
        app={shown}
        errors={errors}
        problem={problem}
        onSubmit={(input) => void save(input)}
      >
        <Button look="main" type="submit" aria-busy={isRunning}>
          {t('save')}
        </Button>
      </AppForm>
      <SecretOnce
        name={t('webhookSecret')}
        note={t('webhookSecretNote')}
        value={secret}
        onClose={() => setSecret(null)}
      />
    </section>
  )
}
