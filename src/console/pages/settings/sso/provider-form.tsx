import { useState } from 'react'
import { useAction } from '../../../live/use-action.ts'
import texts from '../../../messages/en/providers.json'
import { messagesOf } from '../../../messages.ts'
import { Choice } from '../../../ui/choice.tsx'
import { Copy } from '../../../ui/copy.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { textIn } from '../../../ui/inline-form.tsx'
import { toast } from '../../../ui/toast.tsx'
import {
  CREATE_SIGN_IN_PROVIDER,
  UPDATE_SIGN_IN_PROVIDER,
  type SignInProvider,
} from './provider-documents.ts'
import styles from './sso.module.css'

const t = messagesOf(texts)

/** Issuers by their preset. That of Microsoft names the tenant of the organization. */
const ISSUERS = {
  google: 'https://accounts.google.com',
  microsoft: 'https://login.microsoftonline.com/<tenant ID>/v2.0',
  other: '',
} as const
type Preset = keyof typeof ISSUERS
const PRESETS = (Object.keys(ISSUERS) as Preset[]).map((value) => ({ value, label: t(`preset.${value}`) }))

type FormProps = {
  /** The provider to change. Null for a new one. */
  provider: SignInProvider | null
  callbackUrls: readonly string[]
  onClose: () => void
  onStored: () => void
}

/** Dialog that adds or changes an OpenID provider. */
export function ProviderForm({ isOpen, ...rest }: FormProps & { isOpen: boolean }) {
  return (
    <Dialog title={t(rest.provider ? 'edit' : 'add')} isOpen={isOpen} onClose={rest.onClose}>
      {rest.provider ? <Change {...rest} provider={rest.provider} /> : <Add {...rest} />}
    </Dialog>
  )
}

function Add({ callbackUrls, onClose, onStored }: FormProps) {
  const { run, errors, problem, isRunning } = useAction(CREATE_SIGN_IN_PROVIDER)
  const [preset, setPreset] = useState<Preset>('google')
  const add = async (form: FormData) => {
    const stored = await run({ input: { ...fieldsIn(form), clientSecret: textIn(form, 'clientSecret') } })
    if (!stored) return
    toast({ text: t('added', { name: textIn(form, 'name') }) })
    onStored()
    onClose()
  }
  return (
    <DialogForm
      action={t('add')}
      isRunning={isRunning}
      problem={problem}
      onSubmit={(form) => void add(form)}
      onClose={onClose}
    >
      <Choice<Preset> name={t('preset')} options={PRESETS} value={preset} onChange={setPreset} />
      <Fields
        key={preset}
        name={preset === 'other' ? '' : t(`preset.${preset}`)}
        issuer={ISSUERS[preset]}
        clientId=""
        isSecretNeeded
        errors={errors}
      />
      <CallbackUrls urls={callbackUrls} />
    </DialogForm>
  )
}

function Change({ provider, callbackUrls, onClose, onStored }: FormProps & { provider: SignInProvider }) {
  const { run, errors, problem, isRunning } = useAction(UPDATE_SIGN_IN_PROVIDER)
  const { id, name, issuer, clientId, updatedAt } = provider
  const change = async (form: FormData) => {
    const { issuer: given, ...fields } = fieldsIn(form)
    const clientSecret = textIn(form, 'clientSecret')
    const stored = await run({
      input: {
        ...{ id, ...fields, ifUnchangedSince: updatedAt },
        // An unchanged issuer is not asked again.
        ...(given !== issuer && { issuer: given }),
        ...(clientSecret !== '' && { clientSecret }),
      },
    })
    if (!stored) return
    toast({ text: t('saved', { name: fields.name }) })
    onStored()
    onClose()
  }
  return (
    <DialogForm
      action={t('save')}
      isRunning={isRunning}
      problem={errors.ifUnchangedSince === undefined ? problem : t('changedSince')}
      onSubmit={(form) => void change(form)}
      onClose={onClose}
    >
      <Fields name={name} issuer={issuer ?? ''} clientId={clientId ?? ''} errors={errors} />
      <CallbackUrls urls={callbackUrls} />
    </DialogForm>
  )
}

const fieldsIn = (form: FormData) => ({
  name: textIn(form, 'name'),
  issuer: textIn(form, 'issuer'),
  clientId: textIn(form, 'clientId'),
})

type FieldsProps = {
  name: string
  issuer: string
  clientId: string
  isSecretNeeded?: boolean
  errors: Record<string, string>
}

function Fields({ name, issuer, clientId, isSecretNeeded = false, errors }: FieldsProps) {
  const plain = { autoComplete: 'off', required: true }
  return (
    <>
      <TextField
        {...plain}
        label={t('name')}
        hint={t('nameHint')}
        {...valued('name', name, errors)}
        maxLength={50}
      />
      <TextField
        {...plain}
        label={t('issuer')}
        hint={t('issuerHint')}
        {...valued('issuer', issuer, errors)}
        inputMode="url"
      />
      <TextField {...plain} label={t('clientId')} {...valued('clientId', clientId, errors)} />
      <TextField
        label={t('clientSecret')}
        hint={t(isSecretNeeded ? 'secretHint' : 'secretKept')}
        name="clientSecret"
        type="password"
        autoComplete="new-password"
        required={isSecretNeeded}
        error={errors.clientSecret}
      />
    </>
  )
}

/** Name, value and error of a field. */
const valued = (name: string, defaultValue: string, errors: Record<string, string>) => ({
  ...{ name, defaultValue, error: errors[name] },
})

/** Addresses that the client at the provider must allow. */
function CallbackUrls({ urls }: { urls: readonly string[] }) {
  return (
    <div className={styles.callbacks}>
      <p>{t('callbacks')}</p>
      {urls.map((url) => (
        <p key={url} className={styles.callback}>
          <code>{url}</code>
          <Copy value={url} name={t('callback')} />
        </p>
      ))}
    </div>
  )
}
