import { useMemo, useState } from 'react'
import texts from '../../messages/en/changelog.json'
import { messagesOf } from '../../messages.ts'
import { lostElements } from './rich-text.ts'
import { TextEditor } from './text-editor.tsx'
import styles from './text-editor.module.css'

const t = messagesOf(texts)

type EntryTextProps = {
  html: string
  lang: string
  organization: string
  /** Whether the text has the focus at first. */
  hasFocus: boolean
  onChange: (html: string) => void
}

/** Text of an entry. One that the editor would not keep whole, such as a table, is edited as HTML. */
export function EntryText({ html, onChange, ...rest }: EntryTextProps) {
  const [first] = useState(html)
  const lost = useMemo(() => lostElements(first), [first])
  if (lost.length === 0) return <TextEditor html={first} onChange={onChange} {...rest} />
  return (
    <>
      <p role="status">{t('source.notice', { tags: lost.join(', ') })}</p>
      <textarea
        className={styles.source}
        lang={rest.lang}
        dir="auto"
        aria-label={t('entry.text')}
        defaultValue={first}
        onChange={({ target }) => onChange(target.value)}
      />
    </>
  )
}
