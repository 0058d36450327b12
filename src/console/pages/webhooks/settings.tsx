import { useState, type FormEvent } from 'react'
import { useAction } from '../../live/use-action.ts'
import { useSinceOpened } from '../../live/use-since-opened.ts'
import texts from '../../messages/en/webhooks.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { EventChoice } from './event-choice.tsx'
import { APP_EVENTS, type EventType } from './event-types.ts'
import { formText } from './form-text.ts'
import styles from './form.module.css'
import { OwnHeadersPart } from './own-headers.tsx'
import { useOwnHeaders } from './use-own-headers.ts'
import { UPDATE_WEBHOOK, type Webhook } from './webhook-documents.ts'
import { WebhookPage } from './webhook-page.tsx'

const t = messagesOf(texts)

/** URL, name, events and headers of a webhook. */
export function WebhookSettings() {
  return <WebhookPage>{(webhook) => <Form key={webhook.id} webhook={webhook} />}</WebhookPage>
}

const FIELDS = ['name', 'url', 'events', 'headerNames'] as const
type FormWebhook = Pick<Webhook, (typeof FIELDS)[number] | 'updatedAt'>

function Form({ webhook }: { webhook: Webhook }) {
  const [events, setEvents] = useState<EventType[]>(webhook.events)
  const own = useOwnHeaders()
  const { run, errors, problem, isRunning } = useAction(UPDATE_WEBHOOK)
  const { ifUnchangedSince, accept } = useSinceOpened<FormWebhook>(webhook, FIELDS)
  const isOfApp = webhook.install !== null
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const url = isOfApp ? {} : { url: formText(form, 'url') }
    const changes = { ...url, ...own.send(), name: formText(form, 'name'), events }
    const stored = await run({ input: { id: webhook.id, ifUnchangedSince, ...changes } })
    if (!stored?.webhook) return
    accept(stored.webhook)
    own.setDraft(null)
    toast({ text: t('saved') })
  }
  const refusal = errors.ifUnchangedSince === undefined ? problem : t('changedSince')
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <Fields webhook={webhook} errors={errors} />
      <EventChoice
        chosen={events}
        onChange={setEvents}
        open={isOfApp ? APP_EVENTS : undefined}
        error={errors.events}
      />
      {!isOfApp && <OwnHeadersPart own={own} stored={webhook.headerNames} errors={errors} />}
      {refusal !== null && <p role="alert">{refusal}</p>}
      <div className={styles.actions}>
        <Button look="main" type="submit" disabled={isRunning}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

type FieldsProps = { webhook: Webhook; errors: Record<string, string> }

function Fields({ webhook, errors }: FieldsProps) {
  const isOfApp = webhook.install !== null
  return (
    <>
      <TextField
        label={t('url')}
        name="url"
        type="url"
        required={!isOfApp}
        readOnly={isOfApp}
        defaultValue={webhook.url}
        hint={t(isOfApp ? 'urlOfApp' : 'urlHint')}
        error={errors.url}
      />
      <TextField
        label={t('name')}
        name="name"
        defaultValue={webhook.name}
        hint={t('nameHint')}
        error={errors.name}
      />
    </>
  )
}
