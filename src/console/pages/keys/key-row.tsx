import { useState } from 'react'
import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/keys.json'
import { messagesOf } from '../../messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import rows from '../../ui/rows.module.css'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'
import { REVOKE_API_KEY, type ApiKey } from './key-documents.ts'
import styles from './keys.module.css'

const t = messagesOf(texts)

/** An API key with its last use, and the button that revokes it. */
export function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { lastFour, createdBy, createdAt, lastUsedAt, revokedAt } = apiKey
  const name = nameOf(apiKey)
  const [isAsking, setAsking] = useState(false)
  return (
    <li className={`${rows.row} ${styles.key}`} data-revoked={revokedAt !== null || undefined}>
      <span className={rows.title}>{name}</span>
      <code>…{lastFour}</code>
      <span className={rows.soft}>
        {lastUsedAt === null ? (
          t('never')
        ) : (
          <>
            {t('used')} <Time at={lastUsedAt} />
          </>
        )}
      </span>
      <span className={rows.soft}>
        {t('created')} <Time at={createdAt} /> {t('by', { name: createdBy.name })}
      </span>
      <span className={rows.end}>
        {revokedAt === null ? (
          <Button aria-label={t('revokeThis', { name, lastFour })} onClick={() => setAsking(true)}>
            {t('revoke')}
          </Button>
        ) : (
          <Badge>
            {t('revoked')} <Time at={revokedAt} />
          </Badge>
        )}
      </span>
      <Revoke apiKey={apiKey} isOpen={isAsking} onClose={() => setAsking(false)} />
    </li>
  )
}

const nameOf = ({ name }: ApiKey) => name || t('unnamed')

type RevokeProps = { apiKey: ApiKey; isOpen: boolean; onClose: () => void }

/** Question before a key is revoked. */
function Revoke({ apiKey, isOpen, onClose }: RevokeProps) {
  const { run, problem } = useAction(REVOKE_API_KEY)
  const name = nameOf(apiKey)
  const revoke = async () => {
    if (!(await run({ id: apiKey.id }))) return
    onClose()
    toast({ text: t('revokedToast', { name }) })
  }
  return (
    <Confirm
      title={t('revokeTitle', { name })}
      text={t('revokeText', { lastFour: apiKey.lastFour })}
      action={t('revoke')}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => void revoke()}
      problem={problem}
    />
  )
}
