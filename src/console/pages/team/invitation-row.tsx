import { useState } from 'react'
import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/team.json'
import { LOCALE, messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import { WITHDRAW, type Invitation } from './team-documents.ts'
import styles from './team.module.css'

const t = messagesOf(texts)
const DATE = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' })

type InvitationRowProps = { invitation: Invitation; onNewLink: () => void; onWithdrawn: () => void }

/** An open invitation. A new link ends the former one. */
export function InvitationRow({ invitation, onNewLink, onWithdrawn }: InvitationRowProps) {
  const { id, email, role } = invitation
  const { run, problem } = useAction(WITHDRAW)
  const [isAsking, setAsking] = useState(false)
  const withdraw = async () => {
    if (!(await run({ id }))) return
    setAsking(false)
    onWithdrawn()
  }
  return (
    <>
      <ListRow
        title={<Invited {...invitation} />}
        aside={t(`role.${role}`)}
        actions={
          <>
            <Button look="quiet" aria-label={t('newLinkFor', { email })} onClick={onNewLink}>
              {t('newLink')}
            </Button>
            <Button look="quiet" aria-label={t('withdrawThis', { email })} onClick={() => setAsking(true)}>
              {t('withdraw')}
            </Button>
          </>
        }
      />
      <Confirm
        title={t('withdrawThis', { email })}
        text={t('withdrawText')}
        action={t('withdraw')}
        problem={problem}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void withdraw()}
      />
    </>
  )
}

function Invited({ email, invitedBy, expiresAt }: Invitation) {
  const date = DATE.format(new Date(expiresAt))
  return (
    <span className={styles.person}>
      <span className={styles.member}>
        {email}
        <small>{t('invitedBy', { name: invitedBy.name, date })}</small>
      </span>
    </span>
  )
}
