import { useState } from 'react'
import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/apps.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from './apps.module.css'
import { REVOKE_INSTALL, type Install } from './install-documents.ts'
import { Narrow } from './narrow.tsx'

const t = messagesOf(texts)

/** A grant of this organization to an app. */
export type Grant = Pick<Install, 'id' | 'scopes' | 'webhookEvents' | 'updatedAt'> & {
  /** Name of the app. */
  name: string
  /** Name of the organization. */
  organization: string
  /** Events that the app subscribes to. */
  offered: Install['webhookEvents']
  onChange: () => void
}

/** Buttons that narrow and revoke a grant. */
export function InstallActions(grant: Grant) {
  const { id, name, organization, onChange } = grant
  const [open, setOpen] = useState<'narrow' | 'revoke' | null>(null)
  const { run, problem } = useAction(REVOKE_INSTALL)
  const close = () => setOpen(null)
  const revoke = async () => {
    if (!(await run({ id }))) return
    close()
    toast({ text: t('revoked', { name }) })
    onChange()
  }
  return (
    <span className={styles.actions}>
      <Button aria-label={t('narrowThis', { name, organization })} onClick={() => setOpen('narrow')}>
        {t('narrow')}
      </Button>
      <Button aria-label={t('revokeThis', { name, organization })} onClick={() => setOpen('revoke')}>
        {t('revoke')}
      </Button>
      <Narrow grant={grant} isOpen={open === 'narrow'} onClose={close} />
      <Confirm
        title={t('revokeTitle', { name })}
        text={t('revokeText')}
        action={t('revoke')}
        isOpen={open === 'revoke'}
        onClose={close}
        onConfirm={() => void revoke()}
        problem={problem}
      />
    </span>
  )
}
