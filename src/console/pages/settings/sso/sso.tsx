import { useState } from 'react'
import { useQuery } from 'urql'
import { ForAdmins } from '../../../app/for-admins.tsx'
import { Section, SettingsPage } from '../../../app/settings-page.tsx'
import texts from '../../../messages/en/sso.json'
import { messagesOf } from '../../../messages.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ORGANIZATION, type Organization } from '../organization-documents.ts'
import { Example } from './example.tsx'
import { Providers } from './providers.tsx'
import styles from './sso.module.css'
import { SsoKey } from './sso-key.tsx'
import { SsoTeam } from './sso-team.tsx'

const t = messagesOf(texts)
const CLAIMS = ['email', 'name', 'avatar', 'labels', 'add_as_customer', 'aud', 'exp'] as const

/** Single sign-on from the organization's own product: the key, a program in four languages, and the team. */
export function Sso() {
  const [{ data, error }] = useQuery({ query: ORGANIZATION })
  const organization = data?.organization
  return (
    <ForAdmins title={t('title')}>
      <SettingsPage page="sso" intro={t('intro')}>
        {!organization && !error && <Skeleton rows={8} />}
        {!organization && error && <p role="alert">{t('failed')}</p>}
        {organization && <Sections organization={organization} />}
      </SettingsPage>
    </ForAdmins>
  )
}

/** The parts of the page. They share the time of the state that the person has seen. */
function Sections({ organization }: { organization: Organization }) {
  const [since, setSince] = useState(organization.updatedAt)
  const [key, setKey] = useState<string | null>(null)
  const { slug, portalUrl } = organization
  const onRotated = (newKey: string | null, updatedAt: string) => {
    setKey(newKey)
    setSince(updatedAt)
  }
  return (
    <>
      <Providers />
      <SsoKey organization={organization} newKey={key} onRotated={onRotated} />
      <Example slug={slug} address={portalUrl} ssoKey={key} />
      <Claims slug={slug} />
      <SsoTeam organization={organization} isReadOnly={false} since={since} onStored={setSince} />
    </>
  )
}

function Claims({ slug }: { slug: string }) {
  return (
    <Section title={t('claims')} text={t('claimsText')}>
      <dl className={styles.claims}>
        {CLAIMS.map((claim) => (
          <div key={claim}>
            <dt>
              <code>{claim}</code>
            </dt>
            <dd>{t(`claim.${claim}`, { slug })}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
