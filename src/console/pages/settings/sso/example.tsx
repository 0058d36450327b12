import { useState } from 'react'
import { Section } from '../../../app/settings-page.tsx'
import texts from '../../../messages/en/sso.json'
import { messagesOf } from '../../../messages.ts'
import { Choice } from '../../../ui/choice.tsx'
import { Code } from '../../../ui/code.tsx'
import styles from '../settings.module.css'
import { EXAMPLES, KEY_VARIABLE, type ExampleValues, type Language } from './examples.ts'

const t = messagesOf(texts)
const OPTIONS = (Object.keys(EXAMPLES) as Language[]).map((value) => ({
  value,
  label: t(`language.${value}`),
}))

/** A program that signs a person in, with the values of the organization. */
export function Example(values: ExampleValues) {
  const [language, setLanguage] = useState<Language>('javascript')
  return (
    <Section title={t('example')} text={t('exampleText')}>
      <Choice<Language> name={t('language')} options={OPTIONS} value={language} onChange={setLanguage} />
      <Code name={t('code')} text={EXAMPLES[language](values)} />
      <p className={styles.facts}>
        {t(values.ssoKey === null ? 'fromEnvironment' : 'withKey', { variable: KEY_VARIABLE })}
      </p>
    </Section>
  )
}
