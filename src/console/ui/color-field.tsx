import { useState, type ReactNode } from 'react'
import texts from '../messages/en/forms.json'
import { messagesOf } from '../messages.ts'
import styles from './color-field.module.css'
import { isColor, sixDigits } from './contrast.ts'
import { Field } from './field.tsx'

const t = messagesOf(texts)

type ColorFieldProps = {
  label: string
  name: string
  defaultValue: string
  error?: string | undefined
  /** Receives the color, or null for an invalid text. */
  onColor?: (color: string | null) => void
  /** Shows how readable a color is, while it is typed. */
  check: (color: string) => ReactNode
}

/** Hex color, chosen or typed, with what it looks like. */
export function ColorField({ label, name, defaultValue, error, check, onColor }: ColorFieldProps) {
  const [value, setValue] = useState(defaultValue)
  const color = isColor(value) ? sixDigits(value) : null
  const choose = (next: string) => {
    setValue(next)
    onColor?.(isColor(next) ? sixDigits(next) : null)
  }
  return (
    <Field label={label} error={error} hint={color === null ? undefined : check(color)}>
      {(control) => (
        <span className={styles.color}>
          <input
            type="color"
            aria-label={t('chooseColor', { label })}
            value={color ?? '#000000'}
            onChange={({ target }) => choose(target.value)}
          />
          <input
            className={styles.hex}
            name={name}
            value={value}
            required
            pattern="#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})"
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => choose(target.value)}
            {...control}
          />
        </span>
      )}
    </Field>
  )
}
