import { ChevronDownIcon } from '@primer/octicons-react'
import styles from './select.module.css'

type SelectProps = {
  name: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** One of a list of values: the browser's own list in the look of a button. */
export function Select({ name, value, options, onChange }: SelectProps) {
  return (
    <span className={styles.select}>
      <select aria-label={name} value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDownIcon size={14} />
    </span>
  )
}
