import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../../live/use-action.ts'
import { useSinceOpened } from '../../live/use-since-opened.ts'
import texts from '../../messages/en/webhooks.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from './document.module.css'
import { DocumentText } from './document-text.tsx'
import { Preview } from './preview.tsx'
import { usePreview } from './use-preview.ts'
import { UPDATE_WEBHOOK, type Webhook } from './webhook-documents.ts'
import { WebhookPage } from './webhook-page.tsx'

const t = messagesOf(texts)
const EXAMPLE = `subscription {
  events {
    id
    type
    createdAt
    ... on PostEvent {
      snapshot {
        title
        votesCount
      }
    }
  }
}
`
const CHOICES = [
  { value: 'builtIn', label: t('doc.builtIn') },
  { value: 'own', label: t('doc.own') },
] as const

/** Document of a webhook, with a preview of its body. */
export function WebhookDocument() {
  return <WebhookPage>{(webhook) => <Editor key={webhook.id} webhook={webhook} />}</WebhookPage>
}

const FIELDS = ['document'] as const
type FormWebhook = Pick<Webhook, 'document' | 'updatedAt'>

/** Returns what stores the document, and why it was refused. One that another person has changed is not overwritten. */
function useSave(webhook: Webhook) {
  const action = useAction(UPDATE_WEBHOOK)
  const { ifUnchangedSince, accept } = useSinceOpened<FormWebhook>(webhook, FIELDS)
  const save = async (document: string | null) => {
    const stored = await action.run({ input: { id: webhook.id, ifUnchangedSince, document } })
    if (!stored?.webhook) return
    accept(stored.webhook)
    toast({ text: t('saved') })
  }
  const isChanged = action.errors.ifUnchangedSince !== undefined
  return { ...action, save, problem: isChanged ? t('changedSince') : action.problem }
}

function Editor({ webhook }: { webhook: Webhook }) {
  const [isOwn, setOwn] = useState(webhook.document !== null)
  const [text, setText] = useState(webhook.document ?? EXAMPLE)
  const document = isOwn ? text : null
  const { save, errors, problem, isRunning } = useSave(webhook)
  const isDirty = document !== webhook.document
  const preview = usePreview(document)
  useBlocker({ shouldBlockFn: () => isDirty && !confirm(t('doc.leave')), enableBeforeUnload: isDirty })
  const refusal = preview.refusal ?? (errors.document ? { message: errors.document, line: null } : null)
  return (
    <div className={styles.editor}>
      <Choice
        name={t('doc.choice')}
        options={CHOICES}
        value={isOwn ? 'own' : 'builtIn'}
        onChange={(value) => setOwn(value === 'own')}
      />
      {isOwn ? (
        <DocumentText text={text} onChange={setText} refusal={refusal} />
      ) : (
        <p className={styles.quiet}>{t('doc.builtInText')}</p>
      )}
      {problem !== null && <p role="alert">{problem}</p>}
      <div>
        <Button
          look="main"
          disabled={isRunning || !isDirty || preview.refusal !== null}
          onClick={() => void save(document)}
        >
          {t('save')}
        </Button>
      </div>
      <Preview preview={preview} isOwn={isOwn} />
    </div>
  )
}
