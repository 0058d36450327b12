import { ForAdmins } from '../../app/for-admins.tsx'
import { PageHead } from '../../app/page-head.tsx'
import texts from '../../messages/en/agents.json'
import { messagesOf } from '../../messages.ts'
import { AgentAccess } from './agent-access.tsx'
import { Connect } from './connect.tsx'
import { ConnectedAgents } from './connected-agents.tsx'

const t = messagesOf(texts)

/** Agents of the organization, who may connect one, and how. */
export function Agents() {
  return (
    <ForAdmins title={t('title')}>
      <PageHead title={t('title')} within={t('within')} />
      <ConnectedAgents />
      <AgentAccess />
      <Connect />
    </ForAdmins>
  )
}
