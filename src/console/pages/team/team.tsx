import { useState } from 'react'
import { useIsAdmin } from '../../app/viewer.ts'
import { Section, SettingsPage } from '../../app/settings-page.tsx'
import type { ResultOf } from '../../graphql.ts'
import { usePages } from '../../live/use-pages.ts'
import { useRereads } from '../../live/use-rereads.ts'
import texts from '../../messages/en/team.json'
import { messagesOf } from '../../messages.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Invitations } from './invitations.tsx'
import { MemberRow } from './member-row.tsx'
import { RemoveMember } from './remove-member.tsx'
import { TEAM, type Member } from './team-documents.ts'
import styles from './team.module.css'

const t = messagesOf(texts)
const NO_VARIABLES = {}
const selectTeam = (data: ResultOf<typeof TEAM>) => data.teamMembers
const changesTeam = (type: string) => /^MEMBER_/.test(type)
const byTimeOnly = () => false
/** No event reports that a role has changed. */
const INTERVAL_MS = 15_000

/** The team with its roles, and for admins its invitations. */
export function Team() {
  const isAdmin = useIsAdmin()
  const { nodes, error, refresh, ...more } = usePages(TEAM, NO_VARIABLES, selectTeam, changesTeam)
  useRereads({ read: refresh, changesWith: byTimeOnly, everyMs: INTERVAL_MS })
  const [removed, setRemoved] = useState<Member | null>(null)
  return (
    <SettingsPage page="team" {...(!isAdmin && { intro: t('adminsOnly') })}>
      {isAdmin && <Invitations />}
      <Section title={t('members')} text={t('membersText')}>
        <ListState isRead={Boolean(nodes)} isFailed={Boolean(error)} rows={4} />
        <ul className={styles.list} aria-label={t('members')}>
          {nodes?.map((member) => (
            <li key={member.id}>
              <MemberRow member={member} onRemove={() => setRemoved(member)} />
            </li>
          ))}
        </ul>
        <LoadMore {...more} />
      </Section>
      <RemoveMember member={removed} onClose={() => setRemoved(null)} onRemoved={refresh} />
    </SettingsPage>
  )
}
