import { useRef } from 'react'
import texts from '../../messages/en/webhooks.json'
import { messagesOf } from '../../messages.ts'
import { Field } from '../../ui/field.tsx'
import styles from './document.module.css'
import type { Refusal } from './use-preview.ts'

const t = messagesOf(texts)
const MIN_ROWS = 12

type DocumentTextProps = { text: string; onChange: (text: string) => void; refusal: Refusal | null }

/** Text of a document with numbers of its lines. A refusal is shown at its line. */
export function DocumentText({ text, onChange, refusal }: DocumentTextProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const lines = text.split('\n')
  const rows = Math.max(lines.length, MIN_ROWS)
  const goTo = (line: number) => {
    const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0)
    area.current?.focus()
    area.current?.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  }
  return (
    <Field
      label={t('doc.text')}
      hint={t('doc.hint')}
      error={refusal?.line == null ? refusal?.message : undefined}
    >
      {(control) => (
        <>
          <div className={styles.text}>
            <Numbers rows={rows} wrong={refusal?.line ?? null} />
            <textarea
              {...control}
              ref={area}
              rows={rows}
              wrap="off"
              spellCheck={false}
              autoCapitalize="off"
              aria-invalid={refusal !== null || undefined}
              value={text}
              onChange={({ target }) => onChange(target.value)}
            />
          </div>
          {refusal?.line != null && <Reason line={refusal.line} message={refusal.message} goTo={goTo} />}
        </>
      )}
    </Field>
  )
}

/** Numbers of the lines. Screen readers get the line with the reason. */
function Numbers({ rows, wrong }: { rows: number; wrong: number | null }) {
  return (
    <ol aria-hidden>
      {Array.from({ length: rows }, (_, index) => (
        <li key={index} data-wrong={wrong === index + 1 || undefined}>
          {index + 1}
        </li>
      ))}
    </ol>
  )
}

function Reason({ line, message, goTo }: { line: number; message: string; goTo: (line: number) => void }) {
  return (
    <p role="alert" className={styles.refusal}>
      <button type="button" onClick={() => goTo(line)}>
        {t('doc.line', { line })}
      </button>{' '}
      {message}
    </p>
  )
}
