import { useState } from 'react'
import { useQuery } from 'urql'
import { SettingsPage } from '../../app/settings-page.tsx'
import { useIsAdmin } from '../../app/viewer.ts'
import texts from '../../messages/en/organization.json'
import { messagesOf } from '../../messages.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Anonymous } from './anonymous.tsx'
import { Colors } from './colors.tsx'
import { General } from './general.tsx'
import { Joining } from './joining.tsx'
import { Languages } from './languages.tsx'
import { ORGANIZATION, type Organization } from './organization-documents.ts'
import { Portal } from './portal.tsx'
import { SubmitForm } from './submit-form.tsx'

const t = messagesOf(texts)

/** Settings of the organization, which admins change. */
export function Settings() {
  const [{ data, error }] = useQuery({ query: ORGANIZATION })
  const isAdmin = useIsAdmin()
  const organization = data?.organization
  return (
    <SettingsPage page="organization" {...(!isAdmin && { intro: t('adminsOnly') })}>
      {!organization && !error && <Skeleton rows={8} />}
      {!organization && error && <p role="alert">{t('failed')}</p>}
      {organization && <Sections organization={organization} isAdmin={isAdmin} />}
    </SettingsPage>
  )
}

/** The parts of the page. They share the time of the state that the person has seen. */
function Sections({ organization, isAdmin }: { organization: Organization; isAdmin: boolean }) {
  const [since, setSince] = useState(organization.updatedAt)
  const part = { organization, isReadOnly: !isAdmin, since, onStored: setSince }
  return (
    <>
      <General {...part} />
      <Colors {...part} />
      <Portal {...part} />
      <Joining {...part} />
      <Anonymous {...part} />
      <SubmitForm {...part} />
      <Languages {...part} />
    </>
  )
}
