import { useId, useMemo, useState } from 'react'
import texts from '../../messages/en/changelog.json'
import { messagesOf } from '../../messages.ts'
import { lostElements } from './rich-text.ts'
import { TextEditor, type TextEditorProps } from './text-editor.tsx'
import styles from './text-editor.module.css'

const t = messagesOf(texts)

type EntryTextProps = {
  html: string
  lang: string
  organization: string
  /** Whether the text has the focus at first. */
  hasFocus: boolean
  /** Reason for which the text was refused. */
  error: string | undefined
  onChange: (html: string) => void
}

/** Text of an entry. One that the editor would not keep whole, such as a table, is edited as HTML. */
export function EntryText({ html, error, onChange, ...rest }: EntryTextProps) {
  const [first] = useState(html)
  const lost = useMemo(() => lostElements(first), [first])
  const errorId = useId()
  const control = { onChange, errorId, isInvalid: error !== undefined, ...rest }
  return (
    <>
      {lost.length === 0 ? (
        <TextEditor html={first} {...control} />
      ) : (
        <TextSource html={first} lost={lost} {...control} />
      )}
      {error !== undefined && (
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </>
  )
}

type TextSourceProps = Omit<TextEditorProps, 'organization' | 'hasFocus'> & { lost: readonly string[] }

/** Text of an entry as HTML, with the names of the elements that the editor would lose. */
function TextSource({ html, lost, lang, errorId, isInvalid, onChange }: TextSourceProps) {
  return (
    <>
      <p role="status">{t('source.notice', { tags: lost.join(', ') })}</p>
      <textarea
        className={styles.source}
        lang={lang}
        dir="auto"
        aria-label={t('entry.text')}
        aria-describedby={errorId}
        aria-invalid={isInvalid}
        defaultValue={html}
        onChange={({ target }) => onChange(target.value)}
      />
    </>
  )
}
