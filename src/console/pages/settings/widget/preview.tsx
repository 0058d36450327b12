import { useEffect, useState } from 'react'
import { Section } from '../../../app/settings-page.tsx'
import texts from '../../../messages/en/widget.json'
import { messagesOf } from '../../../messages.ts'
import type { Organization } from '../organization-documents.ts'
import type { WidgetChoices } from './snippet-text.ts'
import styles from './widget.module.css'

const t = messagesOf(texts)

type PreviewProps = { organization: Organization; choices: WidgetChoices }

/** The button and the page of the widget, as a visitor who has seen nothing yet reads them. */
export function Preview({ organization, choices }: PreviewProps) {
  const { portalUrl, visibility } = organization
  const isHere = new URL(portalUrl).origin === location.origin
  return (
    <Section title={t('preview')} text={t('previewText')}>
      {visibility !== 'PUBLIC' ? (
        <p>{t('closed')}</p>
      ) : isHere ? (
        <Frame address={portalUrl} {...choices} />
      ) : (
        <p>{t('ownHost', { address: portalUrl })}</p>
      )}
    </Section>
  )
}

/** Answer of the server to the script of the widget. */
type Answer = { color: string; ink: string; label: string }

/** Reads the button of the widget in a language. Null before, and without the server. */
function useButton(address: string, lang: string): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => {
    const reading = new AbortController()
    const query = new URLSearchParams({ after: '', lang }).toString()
    fetch(`${address}/widget.json?${query}`, { credentials: 'omit', signal: reading.signal })
      .then(async (response) => response.ok && setAnswer((await response.json()) as Answer))
      // Without the server there is no button, as in pages of other sites.
      .catch(() => {})
    return () => reading.abort()
  }, [address, lang])
  return answer
}

type FrameProps = WidgetChoices & { address: string }

function Frame({ address, lang, label }: FrameProps) {
  const button = useButton(address, lang)
  const page = `${address}/widget?${new URLSearchParams({ lang }).toString()}`
  return (
    <div className={styles.preview}>
      <iframe key={page} src={page} title={t('preview')} />
      {button && (
        <span className={styles.button} style={{ background: button.color, color: button.ink }}>
          {label || button.label}
        </span>
      )}
    </div>
  )
}
