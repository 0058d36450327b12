import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/apps.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { DELETE_APP, RESUME_APP, SUSPEND_APP } from './app-actions.ts'
import type { App } from './app-documents.ts'
import styles from './apps.module.css'

const t = messagesOf(texts)

type Asked = { app: App; isOpen: boolean; onClose: () => void }

/** Buttons that suspend, resume and delete an app. */
export function AppEnd({ app }: { app: App }) {
  const [asked, setAsked] = useState<'suspend' | 'delete' | null>(null)
  const { run, problem } = useAction(RESUME_APP)
  const close = () => setAsked(null)
  const resume = async () => {
    if (await run({ id: app.id })) toast({ text: t('resumed', { name: app.name }) })
  }
  return (
    <section className={styles.part} aria-labelledby="end">
      <h2 id="end">{t('end')}</h2>
      <p>{t('suspendHint')}</p>
      <div className={styles.try}>
        {app.suspendedAt === null ? (
          <Button onClick={() => setAsked('suspend')}>{t('suspend')}</Button>
        ) : (
          <Button onClick={() => void resume()}>{t('resume')}</Button>
        )}
        <Button look="danger" onClick={() => setAsked('delete')}>
          {t('delete')}
        </Button>
      </div>
      {problem !== null && <p role="alert">{problem}</p>}
      <Suspend app={app} isOpen={asked === 'suspend'} onClose={close} />
      <Delete app={app} isOpen={asked === 'delete'} onClose={close} />
    </section>
  )
}

function Suspend({ app: { id, name }, isOpen, onClose }: Asked) {
  const { run, problem } = useAction(SUSPEND_APP)
  const suspend = async () => {
    if (!(await run({ id }))) return
    onClose()
    toast({ text: t('suspendedToast', { name }) })
  }
  return (
    <Confirm
      title={t('suspendTitle', { name })}
      text={t('suspendText')}
      action={t('suspend')}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => void suspend()}
      problem={problem}
    />
  )
}

function Delete({ app: { id, name }, isOpen, onClose }: Asked) {
  const { organization = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const { run, problem } = useAction(DELETE_APP)
  const remove = async () => {
    if (!(await run({ id }))) return
    toast({ text: t('deleted', { name }) })
    await navigate({ to: '/$organization/developers/apps', params: { organization } })
  }
  return (
    <Confirm
      title={t('deleteTitle', { name })}
      text={t('deleteText')}
      action={t('delete')}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => void remove()}
      requireText={name}
      problem={problem}
    />
  )
}
