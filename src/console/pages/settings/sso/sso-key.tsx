import { useState } from 'react'
import { Section } from '../../../app/settings-page.tsx'
import { useActionOnce } from '../../../live/use-action.ts'
import texts from '../../../messages/en/organization.json'
import { messagesOf } from '../../../messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Secret } from '../../../ui/secret.tsx'
import { Time } from '../../../ui/time.tsx'
import { ROTATE_SSO_KEY, type Organization } from '../organization-documents.ts'
import styles from '../settings.module.css'

const t = messagesOf(texts)

type SsoKeyProps = {
  organization: Organization
  /** The key that was just made. Null before. */
  newKey: string | null
  onRotated: (key: string | null, updatedAt: string) => void
}

/** Key that signs the customers of the organization's own product in. A new one is shown once. */
export function SsoKey({ organization, newKey, onRotated }: SsoKeyProps) {
  const { run, problem } = useActionOnce(ROTATE_SSO_KEY)
  const [isAsking, setAsking] = useState(false)
  const rotate = async () => {
    const rotated = await run({})
    if (!rotated?.organization) return
    onRotated(rotated.ssoKey, rotated.organization.updatedAt)
    setAsking(false)
  }
  return (
    <Section title={t('sso')} text={t('ssoText')}>
      <p className={styles.facts}>
        {organization.ssoKeyRotatedAt !== null && (
          <>
            {t('ssoMade')} <Time at={organization.ssoKeyRotatedAt} />.{' '}
          </>
        )}
        {t('ssoHidden')}
      </p>
      {newKey !== null && <Secret value={newKey} name={t('ssoKey')} note={t('ssoNote')} />}
      <div>
        <Button onClick={() => setAsking(true)}>{t('rotate')}</Button>
      </div>
      <Confirm
        title={t('rotate')}
        text={t('rotateText')}
        action={t('rotate')}
        requireText={organization.slug}
        problem={problem}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void rotate()}
      />
    </Section>
  )
}
