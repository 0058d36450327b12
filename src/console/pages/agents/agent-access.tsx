import { useState } from 'react'
import { useQuery } from 'urql'
import texts from '../../messages/en/agents.json'
import { messagesOf } from '../../messages.ts'
import { textIn } from '../../ui/inline-form.tsx'
import { RadioList } from '../../ui/radio-list.tsx'
import { ORGANIZATION, type Organization } from '../settings/organization-documents.ts'
import { PartForm } from '../settings/part.tsx'

const t = messagesOf(texts)
const CHOICES = ['ADMINS', 'TEAM', 'OFF'] as const
const OPTIONS = CHOICES.map((value) => ({
  value,
  label: t(`access.${value}`),
  hint: t(`access.${value}.hint`),
}))

/** Setting of the people whose agents may act in the organization. */
export function AgentAccess() {
  const [{ data }] = useQuery({ query: ORGANIZATION })
  return data?.organization ? <Form organization={data.organization} /> : null
}

function Form({ organization }: { organization: Organization }) {
  const [since, setSince] = useState(organization.updatedAt)
  return (
    <PartForm
      {...{ organization, since, isReadOnly: false, onStored: setSince }}
      title={t('access')}
      text={t('accessText')}
      changesOf={(values) => ({
        agentAccess: CHOICES.find((one) => one === textIn(values, 'agentAccess')) ?? 'ADMINS',
      })}
    >
      {() => (
        <RadioList
          label={t('access')}
          name="agentAccess"
          options={OPTIONS}
          defaultValue={organization.agentAccess ?? 'ADMINS'}
        />
      )}
    </PartForm>
  )
}
