import { useId } from 'react'
import styles from './radio-list.module.css'

type RadioListProps = {
  label: string
  name: string
  options: readonly { value: string; label: string; hint: string }[]
  defaultValue: string
}

/** One of a few values, each with a sentence that explains it. */
export function RadioList({ label, name, options, defaultValue }: RadioListProps) {
  const id = useId()
  return (
    <div role="radiogroup" aria-labelledby={id} className={styles.list}>
      <p id={id}>{label}</p>
      {options.map((option) => (
        <div key={option.value}>
          <input
            type="radio"
            id={`${id}-${option.value}`}
            aria-describedby={`${id}-${option.value}-hint`}
            name={name}
            value={option.value}
            defaultChecked={option.value === defaultValue}
          />
          <label htmlFor={`${id}-${option.value}`}>{option.label}</label>
          <p id={`${id}-${option.value}-hint`}>{option.hint}</p>
        </div>
      ))}
    </div>
  )
}
