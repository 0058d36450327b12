import { useState, type ReactNode } from 'react'
import { useQuery } from 'urql'
import texts from '../../messages/en/apps.json'
import { messagesOf } from '../../messages.ts'
import { Checkbox, TextArea, TextField } from '../../ui/field.tsx'
import { nameOfType } from '../events/event-types.ts'
import { SCOPES, type App, type Scope } from './app-documents.ts'
import { MODES, readAppForm, SUBSCRIBABLE, type AppInput } from './app-input.ts'
import { scopeText } from './scope-text.ts'
import styles from './apps.module.css'

const t = messagesOf(texts)
const isReading = ({ name }: Scope) => name.endsWith(':read')

type AppFormProps = {
  /** The app to change. Without one the fields are empty. */
  app?: App
  errors: Record<string, string>
  problem: string | null
  onSubmit: (input: AppInput) => void
  /** Buttons at the end. */
  children: ReactNode
}

/** Fields of an app. Scopes are those of the server, with its words. */
export function AppForm({ app, errors, problem, onSubmit, children }: AppFormProps) {
  const [hasEvents, setHasEvents] = useState(app?.declaredScopes.includes('WEBHOOKS_MANAGE') ?? false)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(readAppForm(new FormData(event.currentTarget)))
      }}
    >
      <Names app={app} errors={errors} />
      <Scopes app={app} errors={errors} onManage={setHasEvents} />
      <Modes app={app} errors={errors} />
      {hasEvents ? (
        <Events app={app} errors={errors} />
      ) : (
        <p className={styles.quiet}>{t('webhookNeedsScope')}</p>
      )}
      <Reason text={problem ?? undefined} />
      <div className={styles.submit}>{children}</div>
    </form>
  )
}

type PartProps = { app: App | undefined; errors: Record<string, string> }

function Names({ app, errors }: PartProps) {
  return (
    <>
      <TextField
        label={t('name')}
        name="name"
        hint={t('nameHint')}
        defaultValue={app?.name}
        error={errors.name}
        required
        maxLength={255}
        autoComplete="off"
      />
      <TextArea
        label={t('redirectUris')}
        name="redirectUris"
        hint={t('redirectUrisHint')}
        defaultValue={app?.redirectUris.join('\n')}
        error={errors.redirectUris}
        required
        rows={Math.max(2, app?.redirectUris.length ?? 0)}
        spellCheck={false}
      />
    </>
  )
}

function Scopes({ app, errors, onManage }: PartProps & Pick<ScopeGroupProps, 'onManage'>) {
  const [{ data }] = useQuery({ query: SCOPES, variables: {} })
  const all = data?.scopes ?? []
  const group = (title: string, scopes: readonly Scope[]) => (
    <ScopeGroup title={title} scopes={scopes} chosen={app?.declaredScopes ?? []} onManage={onManage} />
  )
  return (
    <fieldset className={styles.choices}>
      <legend>{t('scopesTitle')}</legend>
      <p className={styles.quiet}>{t('scopesHint')}</p>
      <div className={styles.groups}>
        {group(t('reads'), all.filter(isReading))}
        {group(
          t('changes'),
          all.filter((scope) => !isReading(scope)),
        )}
      </div>
      <Reason text={errors.declaredScopes} />
    </fieldset>
  )
}

function Modes({ app, errors }: PartProps) {
  return (
    <fieldset className={styles.choices}>
      <legend>{t('modes')}</legend>
      {MODES.map((mode) => (
        <Checkbox
          key={mode}
          name={`mode.${mode}`}
          label={t(`mode.${mode}.label`)}
          defaultChecked={app ? app.allowedActorModes.includes(mode) : mode === 'APP'}
        />
      ))}
      <Reason text={errors.allowedActorModes} />
    </fieldset>
  )
}

type ScopeGroupProps = {
  title: string
  scopes: readonly Scope[]
  chosen: readonly Scope['scope'][]
  onManage: (isChosen: boolean) => void
}

function ScopeGroup({ title, scopes, chosen, onManage }: ScopeGroupProps) {
  return (
    <div>
      <h3>{title}</h3>
      {scopes.map(({ scope, name, description }) => (
        <Checkbox
          key={scope}
          name={`scope.${scope}`}
          label={name}
          hint={scopeText({ name, description })}
          defaultChecked={chosen.includes(scope)}
          {...(scope === 'WEBHOOKS_MANAGE' && {
            onChange: ({ target }: { target: HTMLInputElement }) => onManage(target.checked),
          })}
        />
      ))}
    </div>
  )
}

function Events({ app, errors }: { app: App | undefined; errors: Record<string, string> }) {
  return (
    <>
      <TextField
        label={t('webhookUrl')}
        name="webhookUrl"
        type="url"
        hint={t('webhookUrlHint')}
        defaultValue={app?.webhookUrl ?? ''}
        error={errors.webhookUrl}
        autoComplete="off"
      />
      <fieldset className={styles.choices}>
        <legend>{t('events')}</legend>
        {SUBSCRIBABLE.map((event) => (
          <Checkbox
            key={event}
            name={`event.${event}`}
            label={nameOfType(event)}
            defaultChecked={app?.subscribedWebhookEvents.includes(event) ?? false}
          />
        ))}
        <Reason text={errors.subscribedWebhookEvents} />
      </fieldset>
    </>
  )
}

/** Reason for which a group of boxes was refused. */
function Reason({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p role="alert" className={styles.problem}>
      {text}
    </p>
  )
}
