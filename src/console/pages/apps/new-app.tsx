import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ForAdmins } from '../../app/for-admins.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { useActionOnce } from '../../live/use-action.ts'
import texts from '../../messages/en/apps.json'
import { messagesOf } from '../../messages.ts'
import button from '../../ui/button.module.css'
import { Button } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Secret } from '../../ui/secret.tsx'
import { REGISTER_APP } from './app-documents.ts'
import { AppForm } from './app-form.tsx'
import type { AppInput } from './app-input.ts'
import styles from './apps.module.css'

const t = messagesOf(texts)

type Registered = { id: string; clientId: string; clientSecret: string; webhookSecret: string | null }

/** Registers an app, then shows its secrets once. */
export function NewApp() {
  const [registered, setRegistered] = useState<Registered | null>(null)
  return (
    <ForAdmins title={t('newTitle')}>
      <PageHead title={t(registered ? 'secretsTitle' : 'newTitle')} />
      {registered ? <Secrets {...registered} /> : <Form onRegistered={setRegistered} />}
    </ForAdmins>
  )
}

function Form({ onRegistered }: { onRegistered: (registered: Registered) => void }) {
  const { organization = '' } = useParams({ strict: false })
  const { run, errors, problem, isRunning } = useActionOnce(REGISTER_APP)
  const register = async (input: AppInput) => {
    const payload = await run({ input })
    const { oauthApp, clientSecret, webhookSecret } = payload ?? {}
    if (oauthApp && clientSecret)
      onRegistered({ ...oauthApp, clientSecret, webhookSecret: webhookSecret ?? null })
  }
  return (
    <AppForm errors={errors} problem={problem} onSubmit={(input) => void register(input)}>
      <Link to="/$organization/developers/apps" params={{ organization }} className={button.button ?? ''}>
        {t('cancel')}
      </Link>
      <Button look="main" type="submit" aria-busy={isRunning}>
        {t('register')}
      </Button>
    </AppForm>
  )
}

function Secrets({ id, clientId, clientSecret, webhookSecret }: Registered) {
  const { organization = '' } = useParams({ strict: false })
  return (
    <div className={styles.form}>
      <section>
        <h2>{t('clientId')}</h2>
        <Copy value={clientId} name={t('clientId')} withValue />
      </section>
      <section>
        <h2>{t('clientSecret')}</h2>
        <Secret value={clientSecret} name={t('clientSecret')} note={t('clientSecretNote')} />
      </section>
      {webhookSecret !== null && (
        <section>
          <h2>{t('webhookSecret')}</h2>
          <Secret value={webhookSecret} name={t('webhookSecret')} note={t('webhookSecretNote')} />
        </section>
      )}
      <p>
        <Link
          to="/$organization/developers/apps/$app"
          params={{ organization, app: id }}
          className={`${button.button} ${button.main}`}
        >
          {t('openApp')}
        </Link>
      </p>
    </div>
  )
}
