import { useState } from 'react'
import { changePassword, type PasswordRefusal } from '../../app/session.ts'
import texts from '../../messages/en/account.json'
import { messagesOf } from '../../messages.ts'
import { TextField } from '../../ui/field.tsx'
import { InlineForm, textIn } from '../../ui/inline-form.tsx'

const t = messagesOf(texts)
const MIN_LENGTH = 8
const MAX_LENGTH = 1024

/** Changes the password. The page then loads again with the new session, because the former one has ended. */
export function PasswordForm() {
  const [refusal, setRefusal] = useState<PasswordRefusal | null>(null)
  const [isRunning, setRunning] = useState(false)
  const save = async (values: FormData) => {
    setRunning(true)
    const refused = await changePassword(textIn(values, 'current'), textIn(values, 'next'))
    if (refused === null) return location.assign(`${location.pathname}?changed=password`)
    setRefusal(refused)
    setRunning(false)
  }
  return (
    <InlineForm
      name={t('password')}
      save={t('changePassword')}
      isRunning={isRunning}
      problem={refusal?.problem === '' ? t('unreachable') : refusal?.problem}
      onSave={(values) => void save(values)}
    >
      <Fields errors={refusal?.errors ?? {}} />
    </InlineForm>
  )
}

function Fields({ errors }: Pick<PasswordRefusal, 'errors'>) {
  const { current_password: wrong, new_password: unsuitable } = errors
  return (
    <>
      <TextField
        label={t('currentPassword')}
        name="current"
        type="password"
        autoComplete="current-password"
        error={wrong === undefined ? undefined : t('wrongPassword')}
        required
      />
      <TextField
        label={t('newPassword')}
        hint={t('newPasswordHint')}
        name="next"
        type="password"
        autoComplete="new-password"
        error={unsuitable}
        minLength={MIN_LENGTH}
        maxLength={MAX_LENGTH}
        required
      />
    </>
  )
}
