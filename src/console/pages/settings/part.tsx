import type { ReactNode } from 'react'
import type { VariablesOf } from 'gql.tada'
import { Section } from '../../app/settings-page.tsx'
import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/organization.json'
import { messagesOf } from '../../messages.ts'
import { InlineForm } from '../../ui/inline-form.tsx'
import { toast } from '../../ui/toast.tsx'
import { UPDATE_ORGANIZATION, type Organization } from './organization-documents.ts'

const t = messagesOf(texts)

/** Properties of each part of the page. */
export type PartProps = {
  organization: Organization
  isReadOnly: boolean
  /** Time of the state that the person has seen. A later change of another person is not overwritten. */
  since: string
  onStored: (updatedAt: string) => void
}

type Changes = VariablesOf<typeof UPDATE_ORGANIZATION>['input']

type PartFormProps = PartProps & {
  title: string
  text: string
  changesOf: (values: FormData) => Changes
  children: (errors: Record<string, string>) => ReactNode
}

/** A part of the settings with its own button that stores it. */
export function PartForm({ title, text, isReadOnly, since, onStored, changesOf, children }: PartFormProps) {
  const { run, errors, problem, isRunning } = useAction(UPDATE_ORGANIZATION)
  const save = async (values: FormData) => {
    const stored = await run({ input: { ...changesOf(values), ifUnchangedSince: since } })
    if (!stored?.organization) return
    onStored(stored.organization.updatedAt)
    toast({ text: t('saved', { part: title }) })
  }
  return (
    <Section title={title} text={text}>
      <InlineForm
        name={title}
        save={t('save')}
        isRunning={isRunning}
        isReadOnly={isReadOnly}
        problem={errors.ifUnchangedSince === undefined ? problem : t('changedSince')}
        onSave={(values) => void save(values)}
      >
        {children(errors)}
      </InlineForm>
    </Section>
  )
}

/** Returns a text of a form, or null if it is empty. */
export const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())
