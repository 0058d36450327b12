import { useMemo, useState, type ReactNode } from 'react'
import texts from '../messages/en/values.json'
import { messagesOf } from '../messages.ts'
import { Copy } from './copy.tsx'
import styles from './json.module.css'

const t = messagesOf(texts)
/** Characters of a text, and items of a list or object, that are shown before it is unfolded. */
const MAX_TEXT = 240
const MAX_ITEMS = 100

type JsonProps = {
  /** JSON as text. Another text is shown as it is. */
  text: string
  /** Name of the value for screen readers. */
  name: string
}

/** JSON with one member a line. Long texts and lists are folded. The button copies the text as it is. */
export function Json({ text, name }: JsonProps) {
  const value = useMemo(() => parsed(text), [text])
  return (
    <div className={styles.frame}>
      <div className={styles.json} role="region" aria-label={name} tabIndex={0}>
        {value === undefined ? <Text text={text} /> : <Value value={value} />}
      </div>
      <span className={styles.copy}>
        <Copy value={text} name={name} />
      </span>
    </div>
  )
}

/** The value of a JSON text, or undefined for another text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

type ValueProps = { value: unknown; name?: string | undefined; isLast?: boolean }

function Value({ value, name, isLast = true }: ValueProps) {
  const key = name === undefined ? null : <b>{JSON.stringify(name)}: </b>
  const end = isLast ? '' : ','
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
    return <Members of={value} label={key} end={end} />
  return (
    <div>
      {key}
      <span data-type={typeof value}>
        <Text text={JSON.stringify(value)} />
      </span>
      {end}
    </div>
  )
}

function Members({ of, label, end }: { of: object; label: ReactNode; end: string }) {
  const [max, setMax] = useState(MAX_ITEMS)
  const isList = Array.isArray(of)
  const members = Object.entries(of) as [string, unknown][]
  const rest = members.length - max
  return (
    <>
      <div>
        {label}
        {isList ? '[' : '{'}
      </div>
      <div className={styles.members}>
        {members.slice(0, max).map(([name, value], index) => (
          <Value
            key={name}
            name={isList ? undefined : name}
            value={value}
            isLast={index === members.length - 1}
          />
        ))}
        {rest > 0 && (
          <button type="button" onClick={() => setMax(max + MAX_ITEMS)}>
            {t('moreItems', { count: rest })}
          </button>
        )}
      </div>
      <div>
        {isList ? ']' : '}'}
        {end}
      </div>
    </>
  )
}

function Text({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false)
  const rest = text.length - MAX_TEXT
  if (isWhole || rest <= 0) return text
  return (
    <>
      {text.slice(0, MAX_TEXT)}
      <button type="button" onClick={() => setWhole(true)}>
        {t('more', { count: rest })}
      </button>
    </>
  )
}
