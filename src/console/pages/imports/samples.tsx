import { Section } from '../../app/settings-page.tsx'
import texts from '../../messages/en/import-run.json'
import { LOCALE, messagesOf } from '../../messages.ts'
import { parseSanitized, SanitizedHtml } from '../../ui/sanitized-html.tsx'
import styles from './imports.module.css'
import type { ImportRun } from './run-documents.ts'

const t = messagesOf(texts)
const DATE = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' })
type Sample = ImportRun['samples'][number]

/** The first posts of a plan, before and after. */
export function Samples({ samples }: { samples: readonly Sample[] }) {
  return (
    <Section title={t('samples')} text={t('samples.text')}>
      {samples.length === 0 && <p className={styles.quiet}>{t('samples.none')}</p>}
      <ul className={styles.samples}>
        {samples.map((sample) => (
          <li key={sample.externalId}>
            <SampleOf sample={sample} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function SampleOf({ sample: { title, status, bucket, tags, createdAt, after } }: { sample: Sample }) {
  return (
    <>
      <h3 dir="auto">{after.title}</h3>
      <dl>
        <dt>{t('sample.before')}</dt>
        <dd>{factsOf([title === after.title ? null : title, status, bucket, ...tags], createdAt)}</dd>
        <dt>{t('sample.after')}</dt>
        <dd>{factsOf([after.status, after.bucket, ...after.tags], after.createdAt)}</dd>
      </dl>
      {after.descriptionHtml !== '' && (
        <details>
          <summary>{t('sample.html')}</summary>
          <SanitizedHtml html={withoutPictures(after.descriptionHtml)} lang="" className={styles.html} />
        </details>
      )}
    </>
  )
}

/** Pictures of a file are stored by the run, and have no address before it. */
function withoutPictures(html: string): string {
  const body = parseSanitized(html)
  for (const picture of body.querySelectorAll('img'))
    picture.replaceWith(picture.alt === '' ? t('sample.picture') : picture.alt)
  return body.innerHTML
}

/** Facts of a post in one line. A date that the source does not write in ISO 8601 stays as it is there. */
function factsOf(facts: readonly (string | null)[], at: string | null): string {
  const moment = at === null ? NaN : Date.parse(at)
  const date = Number.isNaN(moment) ? (at ?? t('undated')) : DATE.format(moment)
  return [...facts, date].filter((fact) => fact !== null && fact !== '').join(' · ')
}
