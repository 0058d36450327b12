import { useSearch } from '@tanstack/react-router'
import { use } from 'react'
import { Section, SettingsPage } from '../../app/settings-page.tsx'
import { ViewerContext } from '../../app/viewer.ts'
import texts from '../../messages/en/account.json'
import { messagesOf } from '../../messages.ts'
import { PasswordForm } from './password-form.tsx'
import { Sessions } from './sessions.tsx'
import styles from './settings.module.css'

const t = messagesOf(texts)

/** The password and the sessions of the person. */
export function Account() {
  const account = use(ViewerContext)?.account
  const { changed } = useSearch({ from: '/$organization/settings/account' })
  return (
    <SettingsPage page="account">
      <Section
        title={t('password')}
        text={account ? t('passwordText', { email: account.email }) : t('noPassword')}
      >
        {changed === 'password' && (
          <p role="status" className={styles.done}>
            {t('passwordChanged')}
          </p>
        )}
        {account && <PasswordForm />}
      </Section>
      <Sessions />
    </SettingsPage>
  )
}
