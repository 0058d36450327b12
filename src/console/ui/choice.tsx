import { useId } from 'react'
import styles from './choice.module.css'

type ChoiceProps<Value extends string> = {
  /** Name of the group for screen readers. */
  name: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** One of a few values, side by side: radio buttons. */
export function Choice<Value extends string>({ name, options, value, onChange }: ChoiceProps<Value>) {
  const group = useId()
  return (
    <div role="radiogroup" aria-label={name} className={styles.choice}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={group}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
