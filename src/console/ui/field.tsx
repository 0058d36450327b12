import { ChevronDownIcon } from '@primer/octicons-react'
import { useId, type ComponentProps, type ReactNode } from 'react'
import texts from '../messages/en/ui.json'
import { messagesOf } from '../messages.ts'
import styles from './field.module.css'

const t = messagesOf(texts)
/** Reason of the server for a required field without a visible character. */
const BLANK = "Can't be blank"

type Labels = {
  label: string
  hint?: ReactNode
  /** Reason for which the value was refused. */
  error?: string | undefined
}

/** Attributes by which a control belongs to its label, its hint and its error. */
type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type FieldProps = Labels & {
  required?: boolean | undefined
  children: (control: ControlProps) => ReactNode
}

/** Label, hint and error of a control. */
export function Field({ label, hint, error, required, children }: FieldProps) {
  const id = useId()
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean)
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {label}
        {required && (
          <span className={styles.required} aria-hidden>
            {t('required')}
          </span>
        )}
      </label>
      {children({
        id,
        'aria-describedby': described.join(' ') || undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error === BLANK ? t('blank', { label }) : error}
        </p>
      )}
    </div>
  )
}

/** One line of text, and every other type of `<input>` with a text. */
export function TextField({ label, hint, error, ...rest }: Labels & Omit<ComponentProps<'input'>, 'id'>) {
  return (
    <Field label={label} hint={hint} error={error} required={rest.required}>
      {(control) => <input className={styles.control} dir="auto" {...rest} {...control} />}
    </Field>
  )
}

/** Several lines of text. It grows with its text. */
export function TextArea({ label, hint, error, ...rest }: Labels & Omit<ComponentProps<'textarea'>, 'id'>) {
  return (
    <Field label={label} hint={hint} error={error} required={rest.required}>
      {(control) => <textarea className={styles.control} rows={4} dir="auto" {...rest} {...control} />}
    </Field>
  )
}

type SelectFieldProps = Labels &
  Omit<ComponentProps<'select'>, 'id' | 'children'> & {
    options: readonly { value: string; label: string }[]
  }

/** One of a list of values: the browser's own list. */
export function SelectField({ label, hint, error, options, ...rest }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={rest.required}>
      {(control) => (
        <span className={styles.select}>
          <select className={styles.control} {...rest} {...control}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDownIcon size={14} />
        </span>
      )}
    </Field>
  )
}

/** Something that is on or off, with its label behind it. */
export function Checkbox({
  label,
  hint,
  error,
  ...rest
}: Labels & Omit<ComponentProps<'input'>, 'id' | 'type'>) {
  const id = useId()
  return (
    <div className={styles.checkbox}>
      <input
        type="checkbox"
        aria-describedby={hint === undefined && error === undefined ? undefined : `${id}-hint`}
        {...rest}
        id={id}
      />
      <label htmlFor={id}>{label}</label>
      {(hint !== undefined || error !== undefined) && (
        <p id={`${id}-hint`} className={error === undefined ? styles.hint : styles.error}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}
