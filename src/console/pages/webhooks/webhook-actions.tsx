import { KebabHorizontalIcon } from '@primer/octicons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction, useActionOnce } from '../../live/use-action.ts'
import texts from '../../messages/en/webhooks.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import button from '../../ui/button.module.css'
import { Confirm } from '../../ui/confirm.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { nameOf } from './name-of.ts'
import { RotateSecret } from './rotate-secret.tsx'
import { DELETE_WEBHOOK, SEND_TEST, UPDATE_WEBHOOK, type Webhook } from './webhook-documents.ts'

const t = messagesOf(texts)

type ActionsProps = { organization: string; webhook: Webhook }

/** Test event, switch, and what is done rarely. */
export function WebhookActions({ organization, webhook }: ActionsProps) {
  const [isAsked, setAsked] = useState<'rotate' | 'delete' | null>(null)
  const close = () => setAsked(null)
  const isOwn = webhook.install === null
  return (
    <>
      {webhook.enabled && <TestButton organization={organization} id={webhook.id} />}
      <SwitchButton webhook={webhook} />
      {isOwn && (
        <Menu
          label={<KebabHorizontalIcon size={16} />}
          name={t('more')}
          className={`${button.button} ${button.quiet}`}
          align="end"
        >
          <button type="button" onClick={() => setAsked('rotate')}>
            {t('rotate')}
          </button>
          <button type="button" onClick={() => setAsked('delete')}>
            {t('delete')}
          </button>
        </Menu>
      )}
      <RotateSecret id={webhook.id} isOpen={isAsked === 'rotate'} onClose={close} />
      <Delete organization={organization} webhook={webhook} isOpen={isAsked === 'delete'} onClose={close} />
    </>
  )
}

function TestButton({ organization, id }: { organization: string; id: string }) {
  const { run, isRunning } = useActionOnce(SEND_TEST)
  const navigate = useNavigate()
  const test = async () => {
    const sent = await run({ id })
    if (!sent?.webhookDelivery) return
    toast({ text: t('tested') })
    const delivery = sent.webhookDelivery.id
    await navigate({
      to: '/$organization/developers/webhooks/$webhook',
      params: { organization, webhook: id },
      search: { delivery },
    })
  }
  return (
    <Button disabled={isRunning} onClick={() => void test()}>
      {t('test')}
    </Button>
  )
}

function SwitchButton({ webhook: { id, enabled } }: { webhook: Webhook }) {
  const { run, isRunning, problem } = useAction(UPDATE_WEBHOOK)
  const change = async () => {
    const done = await run({ input: { id, enabled: !enabled } })
    if (done) toast({ text: t(enabled ? 'disabled' : 'enabled') })
  }
  return (
    <Button
      look={enabled ? 'plain' : 'main'}
      disabled={isRunning}
      title={problem ?? undefined}
      onClick={() => void change()}
    >
      {t(enabled ? 'disable' : 'enable')}
    </Button>
  )
}

type DeleteProps = ActionsProps & { isOpen: boolean; onClose: () => void }

function Delete({ organization, webhook, isOpen, onClose }: DeleteProps) {
  const { run, problem } = useAction(DELETE_WEBHOOK)
  const navigate = useNavigate()
  const remove = async () => {
    if (!(await run({ id: webhook.id }))) return
    toast({ text: t('deleted') })
    await navigate({ to: '/$organization/developers/webhooks', params: { organization } })
  }
  return (
    <Confirm
      title={t('deleteTitle')}
      text={t('deleteText')}
      action={t('deleteAction')}
      requireText={nameOf(webhook)}
      problem={problem}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => void remove()}
    />
  )
}
