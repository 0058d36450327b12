import { CheckIcon, CopyIcon } from '@primer/octicons-react'
import { useEffect, useState } from 'react'
import texts from '../messages/en/ui.json'
import { messagesOf } from '../messages.ts'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'

const t = messagesOf(texts)
const SHOWN_MS = 2_000

type CopyProps = {
  value: string
  /** Name of the value, as in "Copy the id". */
  name: string
  /** Whether the button shows the value too. */
  withValue?: boolean
  /** Text of the button, a part of the name. */
  text?: string
  onCopied?: (() => void) | undefined
}

/** Button that copies a value. */
export function Copy({ value, name, withValue = false, text, onCopied }: CopyProps) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    const isDone = await copyText(value)
    setCopied(isDone)
    if (isDone) onCopied?.()
  }
  const label = t('copy', { name })
  return (
    <Button
      look="quiet"
      title={label}
      aria-label={withValue ? `${label}: ${value}` : label}
      onClick={() => void copy()}
    >
      {withValue && <code>{value}</code>}
      {text}
      {isCopied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
      <span className="hidden" role="status">
        {isCopied && t('copied')}
      </span>
    </Button>
  )
}
