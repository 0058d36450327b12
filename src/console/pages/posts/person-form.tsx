import { useRef } from 'react'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import styles from './people.module.css'

const t = messagesOf(texts)

type Person = { email: string; name: string | null }
type PersonFormProps = {
  /** Verb of the button. */
  action: string
  label: string
  error: string | undefined
  isRunning: boolean
  /** Resolves to whether the person was added. */
  onAdd: (person: Person) => Promise<boolean>
}

/** E-mail of a person that is added to a post. */
export function PersonForm({ action, label, error, isRunning, onAdd }: PersonFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const submit = async (data: FormData) => {
    const email = data.get('email')
    if (typeof email === 'string' && (await onAdd({ email: email.trim(), name: null }))) form.current?.reset()
  }
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(new FormData(event.currentTarget))
      }}
    >
      <TextField
        label={label}
        name="email"
        type="email"
        required
        placeholder={t('emailExample')}
        error={error}
      />
      <Button type="submit" disabled={isRunning}>
        {action}
      </Button>
    </form>
  )
}
