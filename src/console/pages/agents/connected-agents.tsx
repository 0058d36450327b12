import { use } from 'react'
import { ViewerContext } from '../../app/viewer.ts'
import { graphql, type ResultOf } from '../../graphql.ts'
import { usePages } from '../../live/use-pages.ts'
import { useRereads } from '../../live/use-rereads.ts'
import texts from '../../messages/en/agents.json'
import { messagesOf } from '../../messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import rows from '../../ui/rows.module.css'
import { Time } from '../../ui/time.tsx'
import apps from '../apps/apps.module.css'
import { InstallActions } from '../apps/install-actions.tsx'
import { INTERVAL_MS, never } from '../apps/rereads.ts'
import styles from './agents.module.css'

const t = messagesOf(texts)

/** Agents that are connected to the organization, newest first. */
const AGENTS = graphql(`
  query Agents($after: String) {
    installs(first: 50, after: $after, kinds: [METADATA, DYNAMIC]) {
      nodes {
        id
        actorMode
        scopes
        webhookEvents
        updatedAt
        lastUsedAt
        toolCalls {
          tool
          calls
        }
        user {
          id
          name
        }
        app {
          clientId
          name
          kind
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

type Agent = ResultOf<typeof AGENTS>['installs']['nodes'][number]

const NO_VARIABLES = {}
const select = ({ installs }: ResultOf<typeof AGENTS>) => installs

/** Agents that people have connected, with the last use. An admin narrows and revokes them. */
export function ConnectedAgents() {
  const { nodes, error, refresh, ...more } = usePages(AGENTS, NO_VARIABLES, select)
  useRereads({ read: refresh, changesWith: never, everyMs: INTERVAL_MS })
  return (
    <section className={apps.part} aria-labelledby="connected-agents">
      <h2 id="connected-agents">{t('connected')}</h2>
      <p>{t('connectedText')}</p>
      <ListState isRead={nodes !== undefined} isFailed={error !== undefined} rows={3} />
      {nodes?.length === 0 && <Empty title={t('noneTitle')} text={t('none')} />}
      {nodes && nodes.length > 0 && (
        <ul className={`${rows.rows} ${apps.list}`}>
          {nodes.map((agent) => (
            <Row key={agent.id} agent={agent} onChange={refresh} />
          ))}
        </ul>
      )}
      <LoadMore {...more} />
    </section>
  )
}

function Row({ agent, onChange }: { agent: Agent; onChange: () => void }) {
  const { app, user, scopes, actorMode, lastUsedAt, toolCalls } = agent
  const organization = use(ViewerContext)?.organization?.name ?? ''
  return (
    <li className={`${rows.row} ${styles.agent}`}>
      <span className={rows.title}>
        {app.name} <Origin app={app} />
      </span>
      <span className={rows.soft}>{t(`mode.${actorMode}`, { name: user.name })}</span>
      <span className={rows.soft} title={scopes.join(' ')}>
        {t(scopes.every(isReading) ? 'reads' : 'writes', { count: scopes.length })}
      </span>
      <div className={rows.soft}>
        {lastUsedAt === null ? t('unused') : t('used')} {lastUsedAt !== null && <Time at={lastUsedAt} />}
        <Calls of={toolCalls} />
      </div>
      <InstallActions
        {...agent}
        name={app.name}
        organization={organization}
        offered={[]}
        onChange={onChange}
      />
    </li>
  )
}

/** Number of calls, with that of each tool. */
function Calls({ of }: { of: Agent['toolCalls'] }) {
  const count = of.reduce((sum, { calls }) => sum + calls, 0)
  if (count === 0) return null
  return (
    <details>
      <summary>{t('calls', { count })}</summary>
      <ul>
        {of.map(({ tool, calls }) => (
          <li key={tool}>
            {tool} {calls}
          </li>
        ))}
      </ul>
    </details>
  )
}

const isReading = (scope: string) => scope.endsWith('READ')

/** The host that vouches for the name, or that it is not verified. */
function Origin({ app: { kind, clientId } }: Pick<Agent, 'app'>) {
  return kind === 'METADATA' && URL.canParse(clientId) ? (
    <span className={apps.quiet}>{new URL(clientId).host}</span>
  ) : (
    <Badge tone="warn">{t('unverified')}</Badge>
  )
}
