import texts from '../../messages/en/team.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { textIn } from '../../ui/inline-form.tsx'
import { ROLE_OPTIONS, type Role } from './roles.ts'
import styles from './team.module.css'

const t = messagesOf(texts)

type InviteFormProps = {
  isRunning: boolean
  error: string | undefined
  problem: string | null
  /** Resolves to whether the person was invited. */
  onInvite: (email: string, role: Role) => Promise<boolean>
}

/** Address and role of a person to invite. */
export function InviteForm({ isRunning, error, problem, onInvite }: InviteFormProps) {
  const send = async (form: HTMLFormElement) => {
    const values = new FormData(form)
    if (await onInvite(textIn(values, 'email'), textIn(values, 'role') as Role)) form.reset()
  }
  return (
    <form
      aria-label={t('invite')}
      onSubmit={(event) => {
        event.preventDefault()
        void send(event.currentTarget)
      }}
    >
      <div className={styles.invite}>
        <TextField label={t('email')} name="email" type="email" autoComplete="off" required error={error} />
        <SelectField label={t('role')} name="role" defaultValue="MEMBER" options={ROLE_OPTIONS} />
        <Button look="main" type="submit" aria-busy={isRunning}>
          {t('inviteAction')}
        </Button>
      </div>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}
