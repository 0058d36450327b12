import { Section } from '../../../app/settings-page.tsx'
import texts from '../../../messages/en/widget.json'
import { messagesOf } from '../../../messages.ts'
import type { Organization } from '../organization-documents.ts'
import { snippetText, type WidgetChoices } from './snippet-text.ts'
import styles from './widget.module.css'

const t = messagesOf(texts)

type PreviewProps = { organization: Organization; choices: WidgetChoices }

/** The widget in a page of its own. It reads as a visitor does. */
export function Preview({ organization, choices }: PreviewProps) {
  return (
    <Section title={t('preview')} text={t('previewText')}>
      <Frame organization={organization} choices={choices} />
    </Section>
  )
}

function Frame({ organization: { portalUrl, visibility }, choices }: PreviewProps) {
  if (visibility !== 'PUBLIC') return <p>{t('closed')}</p>
  if (new URL(portalUrl).origin !== location.origin) return <p>{t('ownHost', { address: portalUrl })}</p>
  // The frame has no element of a target.
  const page = `<!doctype html><meta name="color-scheme" content="light dark"><title>${t('preview')}</title>${snippetText(portalUrl, { ...choices, target: '' })}`
  return <iframe key={page} srcDoc={page} title={t('preview')} className={styles.preview} />
}
