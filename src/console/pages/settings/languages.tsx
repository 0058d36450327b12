import { useId, useState } from 'react'
import texts from '../../messages/en/organization.json'
import { messagesOf } from '../../messages.ts'
import { Checkbox, SelectField } from '../../ui/field.tsx'
import { ALL_LOCALES, nameOf, type Locale } from './locales.ts'
import { PartForm, type PartProps } from './part.tsx'
import styles from './settings.module.css'

const t = messagesOf(texts)

/** Languages of the portal, and the one in which it starts. */
export function Languages(props: PartProps) {
  const { organization } = props
  const [locales, setLocales] = useState<readonly Locale[]>(organization.locales)
  const [first, setFirst] = useState<Locale>(organization.defaultLocale)
  return (
    <PartForm
      {...props}
      title={t('languages')}
      text={t('languagesText')}
      changesOf={(values) => ({
        locales: [...locales],
        defaultLocale: first,
        multilingualChangelog: values.has('multilingualChangelog'),
      })}
    >
      {(errors) => (
        <>
          <SelectField
            label={t('defaultLocale')}
            hint={t('defaultLocaleHint')}
            value={first}
            options={locales.map((locale) => ({ value: locale, label: nameOf(locale) }))}
            error={errors.defaultLocale}
            onChange={({ currentTarget }) =>
              setFirst(locales.find((one) => one === currentTarget.value) ?? first)
            }
          />
          <LocaleBoxes chosen={locales} first={first} error={errors.locales} onChange={setLocales} />
          <Checkbox
            label={t('multilingual')}
            hint={t('multilingualHint')}
            name="multilingualChangelog"
            defaultChecked={organization.multilingualChangelog}
          />
        </>
      )}
    </PartForm>
  )
}

type LocaleBoxesProps = {
  chosen: readonly Locale[]
  /** The default locale, which stays among them. */
  first: Locale
  error: string | undefined
  onChange: (chosen: readonly Locale[]) => void
}

function LocaleBoxes({ chosen, first, error, onChange }: LocaleBoxesProps) {
  const id = useId()
  const toggle = (locale: Locale, isOn: boolean) =>
    onChange(isOn ? [...chosen, locale] : chosen.filter((one) => one !== locale))
  return (
    <div role="group" aria-labelledby={id} className={styles.group}>
      <p id={id}>{t('locales')}</p>
      <div className={styles.locales}>
        {ALL_LOCALES.map((locale) => (
          <Checkbox
            key={locale}
            label={nameOf(locale)}
            checked={chosen.includes(locale)}
            disabled={locale === first}
            onChange={({ target }) => toggle(locale, target.checked)}
          />
        ))}
      </div>
      {error !== undefined && (
        <p className={styles.problem} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
