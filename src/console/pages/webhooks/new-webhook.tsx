import { Link, useParams } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { ForAdmins } from '../../app/for-admins.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { useActionOnce } from '../../live/use-action.ts'
import texts from '../../messages/en/webhooks.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import button from '../../ui/button.module.css'
import { TextField } from '../../ui/field.tsx'
import { EventChoice } from './event-choice.tsx'
import type { EventType } from './event-types.ts'
import { formText } from './form-text.ts'
import styles from './form.module.css'
import { isLocal, LocalReceiver } from './local-receiver.tsx'
import { OwnHeadersPart } from './own-headers.tsx'
import { ShownSecret } from './shown-secret.tsx'
import { useOwnHeaders } from './use-own-headers.ts'
import { CREATE_WEBHOOK } from './webhook-documents.ts'

const t = messagesOf(texts)

type Created = { id: string; secret: string | null }

/** Creates a webhook, then shows its secret once. */
export function NewWebhook() {
  const { organization = '' } = useParams({ strict: false })
  const [created, setCreated] = useState<Created | null>(null)
  return (
    <ForAdmins title={t('new')}>
      <PageHead title={t(created ? 'created' : 'new')} />
      {created ? (
        <Ready organization={organization} {...created} />
      ) : (
        <Form organization={organization} onCreated={setCreated} />
      )}
    </ForAdmins>
  )
}

function Form({ organization, onCreated }: { organization: string; onCreated: (created: Created) => void }) {
  const [sent, setSent] = useState('')
  const [events, setEvents] = useState<EventType[]>(['POST_CREATED'])
  const own = useOwnHeaders()
  const { run, errors, problem, isRunning } = useActionOnce(CREATE_WEBHOOK)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const input = { url: formText(form, 'url'), name: formText(form, 'name'), events, ...own.send() }
    setSent(input.url)
    const made = await run({ input })
    if (made?.webhook) onCreated({ id: made.webhook.id, secret: made.secret })
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('url')}
        name="url"
        type="url"
        required
        autoFocus
        placeholder="https://example.com/webhooks"
        hint={t('urlHint')}
        error={errors.url}
      />
      {errors.url !== undefined && isLocal(sent) && <LocalReceiver url={sent} organization={organization} />}
      <TextField label={t('name')} name="name" hint={t('nameHint')} error={errors.name} autoComplete="off" />
      <EventChoice chosen={events} onChange={setEvents} error={errors.events} />
      <OwnHeadersPart own={own} errors={errors} />
      {problem !== null && <p role="alert">{problem}</p>}
      <Actions organization={organization} isRunning={isRunning} />
    </form>
  )
}

function Actions({ organization, isRunning }: { organization: string; isRunning: boolean }) {
  return (
    <div className={styles.actions}>
      <Button look="main" type="submit" disabled={isRunning}>
        {t('create')}
      </Button>
      <Link to="/$organization/developers/webhooks" params={{ organization }} className={button.button}>
        {t('cancel')}
      </Link>
    </div>
  )
}

function Ready({ organization, id, secret }: Created & { organization: string }) {
  return (
    <div className={styles.form}>
      <div>{secret !== null && <ShownSecret secret={secret} />}</div>
      <div className={styles.actions}>
        <Link
          to="/$organization/developers/webhooks/$webhook"
          params={{ organization, webhook: id }}
          className={`${button.button} ${button.main}`}
        >
          {t('open')}
        </Link>
      </div>
    </div>
  )
}
