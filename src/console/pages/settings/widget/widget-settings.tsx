import { useState } from 'react'
import { useQuery } from 'urql'
import { addMark } from '../../../app/marks.ts'
import { Section, SettingsPage } from '../../../app/settings-page.tsx'
import texts from '../../../messages/en/widget.json'
import { messagesOf } from '../../../messages.ts'
import { Code } from '../../../ui/code.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { codeOf, nameOf } from '../locales.ts'
import { ORGANIZATION, type Organization } from '../organization-documents.ts'
import { Preview } from './preview.tsx'
import { snippetText, type WidgetChoices } from './snippet-text.ts'
import styles from './widget.module.css'

const t = messagesOf(texts)
const NONE: WidgetChoices = { lang: '', label: '', target: '' }

/** The changelog for pages of other sites: its snippet, and how it looks. */
export function WidgetSettings() {
  const [{ data, error }] = useQuery({ query: ORGANIZATION })
  const organization = data?.organization
  return (
    <SettingsPage page="widget" intro={t('intro')}>
      {!organization && !error && <Skeleton rows={8} />}
      {!organization && error && <p role="alert">{t('failed')}</p>}
      {organization && <Parts organization={organization} />}
    </SettingsPage>
  )
}

function Parts({ organization }: { organization: Organization }) {
  const [choices, setChoices] = useState(NONE)
  const { slug, portalUrl } = organization
  return (
    <>
      <Section title={t('snippet')} text={t('snippetText')}>
        <Choices
          organization={organization}
          choices={choices}
          onChange={(changed) => setChoices({ ...choices, ...changed })}
        />
        <Code
          name={t('code')}
          text={snippetText(portalUrl, choices)}
          onCopied={() => addMark(slug, 'widget')}
        />
      </Section>
      <Preview organization={organization} choices={choices} />
    </>
  )
}

type ChoicesProps = {
  organization: Organization
  choices: WidgetChoices
  onChange: (changed: Partial<WidgetChoices>) => void
}

function Choices({ organization, choices, onChange }: ChoicesProps) {
  const languages = organization.locales.map((locale) => ({ value: codeOf(locale), label: nameOf(locale) }))
  return (
    <div className={styles.fields}>
      <SelectField
        label={t('language')}
        hint={t('languageHint')}
        value={choices.lang}
        options={[{ value: '', label: t('languageOfReader') }, ...languages]}
        onChange={({ currentTarget }) => onChange({ lang: currentTarget.value })}
      />
      <TextField
        label={t('label')}
        hint={t('labelHint')}
        value={choices.label}
        onChange={({ currentTarget }) => onChange({ label: currentTarget.value })}
      />
      <TextField
        label={t('target')}
        hint={t('targetHint')}
        value={choices.target}
        onChange={({ currentTarget }) => onChange({ target: currentTarget.value })}
      />
    </div>
  )
}
