import { useSearch } from '@tanstack/react-router'
import { use } from 'react'
import { Section, SettingsPage } from '../../app/settings-page.tsx'
import { ViewerContext } from '../../app/viewer.ts'
import texts from '../../messages/en/account.json'
import dataTexts from '../../messages/en/person-data.json'
import { messagesOf } from '../../messages.ts'
import { PersonExport } from '../exports/person-export.tsx'
import { PasswordForm } from './password-form.tsx'
import { Sessions } from './sessions.tsx'
import styles from './settings.module.css'

const t = messagesOf(texts)
const data = messagesOf(dataTexts)

/** The password, the sessions and the data of the person. */
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
      <Section title={data('own.title')} text={data('own.text')}>
        <PersonExport userId={null} />
      </Section>
    </SettingsPage>
  )
}
