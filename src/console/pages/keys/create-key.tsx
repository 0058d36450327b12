import { useState } from 'react'
import { useActionOnce } from '../../live/use-action.ts'
import texts from '../../messages/en/keys.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { textIn } from '../../ui/inline-form.tsx'
import { Secret } from '../../ui/secret.tsx'
import { CREATE_API_KEY } from './key-documents.ts'
import styles from './keys.module.css'

const t = messagesOf(texts)

type CreateKeyProps = { isOpen: boolean; onClose: () => void; onCreated: () => void }

/** Dialog that creates a key, then shows it once. */
export function CreateKey({ isOpen, onClose, onCreated }: CreateKeyProps) {
  const [secret, setSecret] = useState<string | null>(null)
  const close = () => {
    setSecret(null)
    onClose()
  }
  const show = (created: string) => {
    setSecret(created)
    onCreated()
  }
  return (
    <Dialog title={t(secret === null ? 'create' : 'createdTitle')} isOpen={isOpen} onClose={close}>
      {secret === null ? <Form onClose={close} onCreated={show} /> : <Created secret={secret} />}
      {secret !== null && (
        <DialogActions>
          <Button look="main" onClick={close}>
            {t('done')}
          </Button>
        </DialogActions>
      )}
    </Dialog>
  )
}

type FormProps = { onClose: () => void; onCreated: (secret: string) => void }

function Form({ onClose, onCreated }: FormProps) {
  const { run, errors, problem, isRunning } = useActionOnce(CREATE_API_KEY)
  const create = async (form: FormData) => {
    const payload = await run({ name: textIn(form, 'name') })
    if (payload?.secret) onCreated(payload.secret)
  }
  return (
    <DialogForm
      action={t('create')}
      isRunning={isRunning}
      problem={problem}
      onSubmit={(form) => void create(form)}
      onClose={onClose}
    >
      <TextField
        label={t('name')}
        name="name"
        hint={t('nameHint')}
        error={errors.name}
        required
        autoFocus
        autoComplete="off"
        maxLength={255}
      />
    </DialogForm>
  )
}

function Created({ secret }: { secret: string }) {
  const command = `curl -H 'API-KEY: ${secret}' ${location.origin}/api/v3/feature_requests`
  return (
    <>
      <Secret value={secret} name={t('secret')} note={t('note')} />
      <p className={styles.try}>{t('try')}</p>
      <div className={styles.command}>
        <pre tabIndex={0}>{command}</pre>
        <Copy value={command} name={t('command')} />
      </div>
    </>
  )
}
