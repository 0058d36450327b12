import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ResultOf } from '../../graphql.ts'
import { ForAdmins } from '../../app/for-admins.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { useAction } from '../../live/use-action.ts'
import { usePages } from '../../live/use-pages.ts'
import { useRereads } from '../../live/use-rereads.ts'
import texts from '../../messages/en/mail.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import bar from '../events/event-log.module.css'
import { MAILS, SEND_TEST_MAIL } from './mail-documents.ts'
import { MailRow } from './mail-row.tsx'
import { MailServer } from './mail-server.tsx'
import { toMailSearch, type MailSearch } from './mail-search.ts'
import styles from './mails.module.css'
import { Suppressions } from './suppressions.tsx'

const t = messagesOf(texts)
const STATES = ['QUEUED', 'SENDING', 'SENT', 'STORED', 'FAILED', 'SKIPPED', 'SUPPRESSED', 'CANCELED'] as const
/** Kinds of mails that belong to an organization. */
const KINDS = ['SIGN_IN_CODE', 'INVITATION', 'NOTIFICATION', 'DIGEST', 'TEAM_DIGEST', 'TEST'] as const
const select = ({ mails }: ResultOf<typeof MAILS>) => mails
const never = () => false
/** Milliseconds between two reads. Mails cause no events. */
const INTERVAL_MS = 5_000

/** Mails of the organization with their state and reason, and the messages that are stored. */
export function Mails() {
  return (
    <ForAdmins title={t('title')}>
      <List />
    </ForAdmins>
  )
}

function List() {
  const search = useSearch({ from: '/$organization/developers/mail' })
  const navigate = useNavigate({ from: '/$organization/developers/mail' })
  const { variables, isFiltered } = useFilter(search)
  const { nodes, error, refresh, ...more } = usePages(MAILS, variables, select)
  useRereads({ read: refresh, changesWith: never, everyMs: INTERVAL_MS })
  return (
    <>
      <PageHead title={t('title')} within={t('within')}>
        <TestButton onSent={refresh} />
      </PageHead>
      <p className={styles.intro}>{t('intro')}</p>
      <MailServer />
      <Suppressions />
      <div className={bar.bar}>
        <Filters search={search} onChange={(changed) => void navigate({ search: changed })} />
      </div>
      <ListState isRead={nodes !== undefined} isFailed={error !== undefined} rows={8} />
      {nodes?.length === 0 && (
        <Empty title={t('emptyTitle')} text={t(isFiltered ? 'emptyFiltered' : 'empty')} />
      )}
      {nodes && nodes.length > 0 && (
        <ol className={styles.mails} aria-label={t('list')}>
          {nodes.map((mail) => (
            <MailRow key={mail.id} mail={mail} />
          ))}
        </ol>
      )}
      <LoadMore {...more} />
    </>
  )
}

/** Returns the variables of the filter in the address. */
function useFilter(search: MailSearch) {
  const { email } = search
  const state = STATES.find((one) => one === search.state)
  const kind = KINDS.find((one) => one === search.kind)
  const variables = useMemo(
    () => ({
      filter: {
        ...(state && { states: [state] }),
        ...(kind && { kinds: [kind] }),
        ...(email !== undefined && { email }),
      },
    }),
    [state, kind, email],
  )
  return { variables, isFiltered: Object.keys(variables.filter).length > 0 }
}

function TestButton({ onSent }: { onSent: () => void }) {
  const { run, problem, isRunning } = useAction(SEND_TEST_MAIL)
  const send = async () => {
    const sent = await run({})
    if (!sent?.mail) return
    onSent()
    toast({ text: t('tested', { email: sent.mail.email ?? '' }) })
  }
  return (
    <>
      {problem !== null && <p role="alert">{problem}</p>}
      <Button disabled={isRunning} onClick={() => void send()}>
        {t('test')}
      </Button>
    </>
  )
}

type FiltersProps = { search: MailSearch; onChange: (search: MailSearch) => void }

function Filters({ search, onChange }: FiltersProps) {
  const change = (changed: Record<string, string>) => onChange(toMailSearch({ ...search, ...changed }))
  return (
    <search className={bar.filters} aria-label={t('filters')}>
      <Select
        name={t('state')}
        value={search.state ?? ''}
        options={[
          { value: '', label: t('anyState') },
          ...STATES.map((value) => ({ value, label: t(`state.${value}`) })),
        ]}
        onChange={(state) => change({ state })}
      />
      <Select
        name={t('kind')}
        value={search.kind ?? ''}
        options={[
          { value: '', label: t('anyKind') },
          ...KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
        ]}
        onChange={(kind) => change({ kind })}
      />
      {search.email !== undefined && (
        <span>
          {t('to')} <bdi>{search.email}</bdi>
        </span>
      )}
      {(search.state ?? search.kind ?? search.email) && (
        <Button look="quiet" onClick={() => onChange({})}>
          {t('clear')}
        </Button>
      )}
    </search>
  )
}
