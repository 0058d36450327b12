import { useState } from 'react'
import { Section } from '../../app/settings-page.tsx'
import type { ResultOf } from '../../graphql.ts'
import { useActionOnce } from '../../live/use-action.ts'
import { usePages } from '../../live/use-pages.ts'
import { useRereads } from '../../live/use-rereads.ts'
import texts from '../../messages/en/team.json'
import { messagesOf } from '../../messages.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { toast } from '../../ui/toast.tsx'
import { InvitationRow } from './invitation-row.tsx'
import { InviteForm } from './invite-form.tsx'
import { InvitationLink, type Link } from './invitation-link.tsx'
import { INVITATIONS, INVITE } from './team-documents.ts'
import type { Role } from './roles.ts'
import styles from './team.module.css'

const t = messagesOf(texts)
const NO_VARIABLES = {}
const selectInvitations = (data: ResultOf<typeof INVITATIONS>) => data.invitations
/** A person who accepts joins the team. */
const changesInvitations = (type: string) => /^MEMBER_/.test(type)
const byTimeOnly = () => false
/** No event reports that an invitation was made, withdrawn or has expired. */
const INTERVAL_MS = 15_000

function useInvitations() {
  const pages = usePages(INVITATIONS, NO_VARIABLES, selectInvitations, changesInvitations)
  useRereads({ read: pages.refresh, changesWith: byTimeOnly, everyMs: INTERVAL_MS })
  return pages
}

/** Form that invites, the link of the invitation that was just made, and the open ones. */
export function Invitations() {
  const { nodes, refresh, ...more } = useInvitations()
  const { run, errors, problem, isRunning } = useActionOnce(INVITE)
  const [link, setLink] = useState<Link | null>(null)
  const invite = async (email: string, role: Role) => {
    const made = await run({ email, role })
    if (!made?.invitation || made.token === null) return false
    const { invitation, token, mailed } = made
    setLink({ ...invitation, isMailed: mailed === true, url: `${location.origin}/invitations/${token}` })
    refresh()
    return true
  }
  return (
    <Section title={t('invite')} text={t('inviteText')}>
      <InviteForm isRunning={isRunning} error={errors.email} problem={problem} onInvite={invite} />
      {link && <InvitationLink {...link} />}
      {nodes && nodes.length > 0 && (
        <ul className={styles.list} aria-label={t('invitations')}>
          {nodes.map((invitation) => (
            <li key={invitation.id}>
              <InvitationRow
                invitation={invitation}
                onNewLink={() => void invite(invitation.email, invitation.role)}
                onWithdrawn={() => {
                  toast({ text: t('withdrawn', { email: invitation.email }) })
                  if (link?.email === invitation.email) setLink(null)
                  refresh()
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <LoadMore {...more} />
    </Section>
  )
}
