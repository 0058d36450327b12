import { use } from 'react'
import { useClient } from 'urql'
import { SHELL, useIsAdmin, ViewerContext } from '../../app/viewer.ts'
import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/team.json'
import { messagesOf } from '../../messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Select } from '../../ui/select.tsx'
import { ROLE_OPTIONS, type Role } from './roles.ts'
import { UPDATE_MEMBER, type Member } from './team-documents.ts'
import styles from './team.module.css'

const t = messagesOf(texts)

/** A member with the role, which admins change. */
export function MemberRow({ member, onRemove }: { member: Member; onRemove: () => void }) {
  const isAdmin = useIsAdmin()
  const { user, role } = member
  const isSelf = use(ViewerContext)?.user?.id === user.id
  const { change, problem } = useRole(member, isSelf)
  const name = t('roleOf', { name: user.name })
  return (
    <ListRow
      title={<Person {...user} />}
      marks={<Marks member={member} isSelf={isSelf} />}
      aside={
        isAdmin ? (
          <Select name={name} value={role} options={ROLE_OPTIONS} onChange={(next) => void change(next)} />
        ) : (
          t(`role.${role}`)
        )
      }
      actions={
        isAdmin && (
          <Button look="quiet" aria-label={t('removeThis', { name: user.name })} onClick={onRemove}>
            {t('remove')}
          </Button>
        )
      }
      problem={problem}
    />
  )
}

/**
 * Returns what changes the role, and why that was refused. A role that another person has changed is not overwritten.
 */
function useRole({ id, roleChangedAt, user: { name } }: Member, isSelf: boolean) {
  const client = useClient()
  const { run, errors, problem } = useAction(UPDATE_MEMBER)
  const change = async (next: string) => {
    const changed = await run({ input: { id, role: next as Role, ifUnchangedSince: roleChangedAt } })
    // Pages offer what the role of the viewer allows.
    if (changed && isSelf) await client.query(SHELL, {}, { requestPolicy: 'network-only' }).toPromise()
  }
  if (errors.ifUnchangedSince !== undefined) return { change, problem: t('changedSince') }
  return { change, problem: errors.role === undefined ? problem : t('lastAdmin', { name }) }
}

function Person({ name, email }: Pick<Member['user'], 'name' | 'email'>) {
  return (
    <span className={styles.person}>
      <Mark name={name} isRound />
      <span className={styles.member}>
        {name}
        <small>{email}</small>
      </span>
    </span>
  )
}

function Marks({ member, isSelf }: { member: Member; isSelf: boolean }) {
  return (
    <>
      {isSelf && <Badge>{t('you')}</Badge>}
      {member.user.bot && <Badge>{t('bot')}</Badge>}
      {!member.user.bot && member.acceptedAt === null && <Badge tone="warn">{t('notAccepted')}</Badge>}
    </>
  )
}
