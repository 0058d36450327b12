import { Section } from '../../app/settings-page.tsx'
import texts from '../../messages/en/import-run.json'
import { LOCALE, messagesOf } from '../../messages.ts'
import styles from './imports.module.css'
import type { ImportRun } from './run-documents.ts'

const t = messagesOf(texts)
const NUMBER = new Intl.NumberFormat(LOCALE)
const PEOPLE = ['withEmail', 'withoutEmail', 'byName', 'present', 'erased'] as const

/** Numbers of people of a source. */
export function People({ run: { people } }: { run: ImportRun }) {
  if (people === null) return null
  return (
    <Section title={t('people')} text={t('people.text')}>
      <dl className={styles.numbers}>
        {PEOPLE.filter((name) => people[name] > 0).map((name) => (
          <div key={name}>
            <dt>{t(`people.${name}`)}</dt>
            <dd>{NUMBER.format(people[name])}</dd>
          </div>
        ))}
      </dl>
      {PEOPLE.every((name) => people[name] === 0) && <p className={styles.quiet}>{t('none')}</p>}
    </Section>
  )
}

/** Content of a source that is lost. */
export function Losses({ losses }: { losses: ImportRun['losses'] }) {
  return (
    <Section title={t('losses')} text={t('losses.text')}>
      {losses.length === 0 && <p className={styles.quiet}>{t('losses.none')}</p>}
      <ul className={styles.losses}>
        {losses.map(({ what, count, reason }, index) => (
          <li key={index}>
            <b>{count === null ? what : `${NUMBER.format(count)} × ${what}`}</b> <span>{reason}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
