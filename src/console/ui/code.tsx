import styles from './code.module.css'
import { Copy } from './copy.tsx'

type CodeProps = { text: string; name: string; onCopied?: () => void }

/** Text of a program, with a button that copies it. */
export function Code({ text, name, onCopied }: CodeProps) {
  return (
    <div className={styles.code}>
      <pre tabIndex={0} aria-label={name}>
        <code>{text}</code>
      </pre>
      <Copy value={text} name={name} onCopied={onCopied} />
    </div>
  )
}
